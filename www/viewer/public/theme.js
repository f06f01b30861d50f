// Runs before the first paint, so that a chosen theme does not flash.
{
  const theme = localStorage.getItem("waymark-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
