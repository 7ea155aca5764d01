// One game, move by move, by hand or by itself.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const PAUSE = 700;
const positions = positionsOf(data.rows, data.moves);
const figures = Object.fromEntries(Object.entries(data.figures).map(([letter, figure]) => [letter, data.shapes[figure]]));
let ply = 0;
let timer = null;

for (const [name, colour] of Object.entries(data.colours)) document.documentElement.style.setProperty(name, colour);

data.moves.forEach((move, at) => {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = move;
  button.addEventListener("click", () => (stop(), show(at + 1)));
  item.append(button);
  $("moves").append(item);
});

function show(wanted) {
  ply = Math.max(0, Math.min(wanted, data.moves.length));
  const last = ply ? data.moves[ply - 1] : null;
  const picture = drawBoard(positions[ply], last, false, figures, `${data.name} after ${ply} plies`);
  picture.dataset.rows = positions[ply].map((row) => row.join("")).join("/");
  $("board").replaceChildren(picture);
  $("place").textContent = `${ply} of ${data.moves.length} plies`;
  for (const [id, off] of [["first", ply === 0], ["back", ply === 0], ["forward", ply === data.moves.length], ["last", ply === data.moves.length]])
    $(id).disabled = off;
  [...$("moves").querySelectorAll("button")].forEach((button, at) => {
    if (at === ply - 1) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  });
}

function stop() {
  clearInterval(timer);
  timer = null;
  $("run").textContent = "Play";
  $("run").setAttribute("aria-pressed", "false");
}

$("run").addEventListener("click", () => {
  if (timer) return stop();
  if (ply === data.moves.length) show(0);
  $("run").textContent = "Pause";
  $("run").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    show(ply + 1);
    if (ply === data.moves.length) stop();
  }, PAUSE);
});
for (const [id, to] of [["first", () => 0], ["back", () => ply - 1], ["forward", () => ply + 1], ["last", () => data.moves.length]])
  $(id).addEventListener("click", () => (stop(), show(to())));
show(0);
