/** The engine with all grammars: workerd compiles nothing at run time, so each is an import. */
import { Waymark } from "waymark";
import { grammars } from "waymark/grammars";

/** The engine of this isolate. */
export const waymark = await Waymark.load({ grammars });
