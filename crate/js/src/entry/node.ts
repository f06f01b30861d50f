/** Waymark in Node: modules come from this package's folder, trees from the file system. */
import { nodeHost } from "../node.js";
import { setHost } from "../host.js";

setHost(nodeHost);
export * from "../index.js";
