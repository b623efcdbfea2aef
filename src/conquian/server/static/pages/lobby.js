// The lobby works without this: here only what cannot be chosen is greyed out, and times are local.

const form = document.querySelector("#play");

/** Numbers of players the chosen game is not made for cannot be chosen. */
function limitPlayers() {
  const game = form?.querySelector("input[name=rules]:checked");
  if (!(game instanceof HTMLInputElement)) return;
  const allowed = (game.dataset["players"] ?? "").split(" ");
  /** @type {NodeListOf<HTMLInputElement>} */
  const counts = document.querySelectorAll("#play input[name=players]");
  for (const count of counts) count.disabled = !allowed.includes(count.value);
  const chosen = [...counts].find((count) => count.checked);
  if (!chosen || chosen.disabled) {
    const first = [...counts].find((count) => !count.disabled);
    if (first) first.checked = true;
  }
}

form?.addEventListener("change", limitPlayers);
limitPlayers();

for (const time of document.querySelectorAll("time")) {
  const when = new Date(time.dateTime);
  if (Number.isNaN(when.getTime())) continue;
  time.textContent = when.toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
