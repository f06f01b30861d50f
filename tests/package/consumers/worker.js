import { Waymark } from "waymark";
import model from "waymark/model/codevec.bin";
import { grammars } from "waymark/grammars";
import { scenario } from "./scenario.js";

export default {
  async fetch(request) {
    return Response.json(await scenario(Waymark, await request.json(), { grammars, model }));
  },
};
