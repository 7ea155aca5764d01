// The list of games and the viewer of one. The moves of some hundred games at a time are in a file of their own, read
// as a script when the first of them is opened: that works from the disk too, where pages may not fetch files.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const PAGE = 100;
const chunks = new Map();
const byNumber = new Map(data.list.map((row, at) => [row[0], at]));
let shown = data.list;
let from = 0;
let game = null;

window.sbgGames = (number, games) => chunks.get(number).arrived(games);

function load(number) {
  if (!chunks.has(number)) {
    const chunk = {};
    chunk.games = new Promise((resolve, reject) => {
      chunk.arrived = resolve;
      const script = document.createElement("script");
      script.src = `games/${number}.js`;
      script.onerror = () => reject(new Error(`games/${number}.js is missing`));
      document.head.append(script);
    });
    chunks.set(number, chunk);
  }
  return chunks.get(number).games;
}

function element(name, parent, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent?.append(made);
  return made;
}

const wins = (result) => (result === "draw" ? "draw" : `${result} wins`);

function listGames() {
  const list = $("list");
  list.replaceChildren();
  for (const [number, which, white, black, result, reason, plies] of shown.slice(from, from + PAGE)) {
    const row = element("tr", list);
    const cell = element("td", row);
    element("a", cell, String(number), { href: `#game=${number}`, "data-testid": `game-${number}` });
    for (const text of [data.games[which].name, data.players[white], data.players[black], wins(result), data.reasons[reason], plies])
      element("td", row, String(text));
  }
  const end = Math.min(from + PAGE, shown.length);
  $("count").textContent = shown.length ? `${from + 1} to ${end} of ${shown.length} games` : "no games";
  $("earlier").disabled = from === 0;
  $("later").disabled = end >= shown.length;
}

function filter() {
  const [which, player, result] = ["by-game", "by-player", "by-result"].map((id) => $(id).value);
  shown = data.list.filter(
    (row) =>
      (which === "" || row[1] === Number(which)) &&
      (player === "" || row[2] === Number(player) || row[3] === Number(player)) &&
      (result === "" || row[4] === result),
  );
  from = 0;
  listGames();
}

// Time, depth and score of a move, `0.012/5/+34` or `0.012/5/#3`; nothing for a move of the opening.
function told(thought) {
  const [seconds, depth, score] = (thought ?? "").split("/");
  if (!seconds) return "";
  if (seconds === "-") return "A move of the opening.";
  const value = { "": "", "=": ", a proven draw" }[score] ?? (score.startsWith("#") ? `, mate ${score.slice(1)}` : `, score ${(Number(score) / 100).toFixed(2)}`);
  return `${seconds} s${depth ? `, depth ${depth}` : ""}${value}`;
}

function show(ply) {
  game.ply = Math.max(0, Math.min(ply, game.moves.length));
  const last = game.ply ? game.moves[game.ply - 1] : null;
  const label = `${game.name} after ${game.ply} plies`;
  const picture = drawBoard(game.positions[game.ply], last, game.flipped, game.figures, label);
  for (const [name, colour] of Object.entries(game.colours)) picture.style.setProperty(name, colour);
  picture.dataset.rows = game.positions[game.ply].map((row) => row.join("")).join("/");
  $("board").replaceChildren(picture);
  for (const button of $("moves").querySelectorAll("button")) {
    const current = Number(button.dataset.ply) === game.ply;
    if (current) {
      button.setAttribute("aria-current", "step");
      const list = $("moves");
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else button.removeAttribute("aria-current");
  }
  $("thought").textContent = game.ply ? told(game.thoughts[game.ply - 1]) : "";
  $("first").disabled = $("back").disabled = game.ply === 0;
  $("last").disabled = $("forward").disabled = game.ply === game.moves.length;
  history.replaceState(null, "", `#game=${game.number}&ply=${game.ply}`);
}

async function open(number, ply) {
  const at = byNumber.get(number);
  if (at === undefined) return;
  const [, which, white, black, result, reason] = data.list[at];
  let found;
  try {
    found = (await load(Math.floor(at / data.chunk)))[at % data.chunk];
  } catch (problem) {
    $("viewer").hidden = false;
    $("ending").textContent = `This game cannot be shown: ${problem.message}.`;
    return;
  }
  const [moves, detail, whiteSeconds, blackSeconds, date, thoughts] = found;
  const list = moves ? moves.split(" ") : [];
  const { name, rows, figures, colours } = data.games[which];
  const drawn = Object.fromEntries(Object.entries(figures).map(([letter, figure]) => [letter, data.figures[figure]]));
  game = { number, name, figures: drawn, colours, moves: list, positions: positionsOf(rows, list), thoughts: thoughts.split(" "), flipped: game?.flipped ?? false };
  $("heading").textContent = `${number}. ${data.players[white]} – ${data.players[black]}`;
  $("ending").textContent = `${name}: ${wins(result)} (${data.reasons[reason]})${detail ? `: ${detail}` : ""}`;
  $("times").textContent = `Time: white ${whiteSeconds} s, black ${blackSeconds} s. Played on ${date}.`;
  const items = $("moves");
  items.replaceChildren();
  list.forEach((move, index) => {
    const item = element("li", items);
    if (index % 2 === 0) element("span", item, `${index / 2 + 1}.`);
    const button = element("button", item, move, { "data-ply": index + 1, type: "button" });
    button.onclick = () => show(index + 1);
  });
  $("viewer").hidden = false;
  show(ply ?? list.length);
}

function follow() {
  const words = new URLSearchParams(location.hash.slice(1));
  const number = Number(words.get("game"));
  if (!number) return;
  const ply = words.get("ply");
  open(number, ply === null ? undefined : Number(ply)).then(() => {
    $("viewer").scrollIntoView({ block: "nearest" });
    $("heading").focus({ preventScroll: true });
  });
}

data.games.forEach((one, at) => element("option", $("by-game"), one.name, { value: at }));
data.players.forEach((one, at) => element("option", $("by-player"), one, { value: at }));
for (const id of ["by-game", "by-player", "by-result"]) $(id).onchange = filter;
$("earlier").onclick = () => ((from -= PAGE), listGames());
$("later").onclick = () => ((from += PAGE), listGames());
$("first").onclick = () => show(0);
$("back").onclick = () => show(game.ply - 1);
$("forward").onclick = () => show(game.ply + 1);
$("last").onclick = () => show(game.moves.length);
$("flip").onclick = () => ((game.flipped = !game.flipped), show(game.ply));
$("close").onclick = () => {
  $("viewer").hidden = true;
  history.replaceState(null, "", "#games");
};
document.addEventListener("keydown", (event) => {
  if ($("viewer").hidden || !game || event.target.matches("select, input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: game.ply - 1, ArrowRight: game.ply + 1, Home: 0, End: game.moves.length }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
window.addEventListener("hashchange", follow);
listGames();
follow();
