/** The engine with its grammars: workerd compiles nothing at run time, so each is an import. */
import { Waymark } from "waymark";
import { grammars } from "./grammars.js";

/** The engine of this isolate. */
export const waymark = await Waymark.load({ grammars });
