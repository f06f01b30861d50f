// By a bundler and by an import map alike.
import { Waymark } from "waymark";
import { scenario } from "./scenario.js";

globalThis.run = (files) => scenario(Waymark, files);
