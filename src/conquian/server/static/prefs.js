// What this device's owner chose about the looks of every page, applied before the first paint.
// A classic script for <head>: <script src="/static/prefs.js"></script>. The settings of the table
// write the same keys (static/table/settings.js).
(function () {
  "use strict";
  var root = document.documentElement;
  try {
    var kept = JSON.parse(localStorage.getItem("conquian.settings") || "{}");
    if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
    if (kept.contrast === "more") root.dataset.contrast = "more";
    if (kept.motion === "less") root.dataset.motion = "less";
  } catch (fault) {
    // Storage is closed to us (private window, cookies refused): the system's own wishes stand.
  }
})();
