/** Waymark behind HTTP, on workerd. */
export { app as default } from "./app.js";
