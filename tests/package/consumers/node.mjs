import { readFileSync } from "node:fs";
import { Waymark } from "waymark";
import { scenario } from "./scenario.js";

console.log(JSON.stringify(await scenario(Waymark, JSON.parse(readFileSync("files.json", "utf8")))));
