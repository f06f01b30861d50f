import "./components/app.js";
