const { readFileSync } = require("node:fs");
const { Waymark } = require("waymark");

import("./scenario.js")
  .then(({ scenario }) => scenario(Waymark, JSON.parse(readFileSync("files.json", "utf8"))))
  .then((result) => console.log(JSON.stringify(result)));
