/** The style of the pages on which a user grants access. Its digest stands in their security policy. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f3f2ee;
  --card: #ffffff;
  --edge: #dcdad2;
  --field: #8a877c;
  --text: #1b1c20;
  --quiet: #55565c;
  --accent: #3d348b;
  --accent-strong: #2c2569;
  --on-accent: #ffffff;
  --alarm: #a11d1d;
  --alarm-ground: #fdeeec;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14151a;
    --card: #1e2027;
    --edge: #343743;
    --field: #7d8296;
    --text: #eceef4;
    --quiet: #a9adbb;
    --accent: #b9b3f5;
    --accent-strong: #d3cffa;
    --on-accent: #17142f;
    --alarm: #ffb4ab;
    --alarm-ground: #3a1f1e;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  padding: 1rem;
  place-items: center;
  background: var(--page);
  color: var(--text);
}
main {
  width: 100%;
  max-width: 28rem;
  padding: clamp(1.25rem, 6vw, 2.25rem);
  border: 1px solid var(--edge);
  border-radius: 0.875rem;
  background: var(--card);
  overflow-wrap: anywhere;
}
.service { display: flex; gap: 0.5rem; align-items: center; margin: 0 0 1.25rem; color: var(--quiet); font-weight: 600; }
.service::before { width: 0.625rem; height: 1.125rem; border-radius: 0.125rem; background: var(--accent); content: ""; }
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
h1 bdi { color: var(--accent); }
p { margin: 0 0 1rem; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
li { margin-bottom: 0.375rem; }
li::marker { color: var(--accent); }
.quiet { color: var(--quiet); }
.problem {
  padding: 0.75rem 1rem;
  border-left: 0.25rem solid var(--alarm);
  border-radius: 0.25rem;
  background: var(--alarm-ground);
  color: var(--alarm);
}
form { margin: 1.5rem 0 1.25rem; padding-top: 1.5rem; border-top: 1px solid var(--edge); }
label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
input {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  margin-bottom: 1rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--field);
  border-radius: 0.5rem;
  background: transparent;
  color: inherit;
  font: inherit;
}
.choice { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 0.5rem; }
button {
  flex: 1 1 auto;
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  background: transparent;
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  white-space: nowrap;
  cursor: pointer;
}
button.yes { flex-grow: 2; background: var(--accent); color: var(--on-accent); }
button:hover { border-color: var(--accent-strong); color: var(--accent-strong); }
button.yes:hover { background: var(--accent-strong); color: var(--on-accent); }
:focus-visible { outline: 0.1875rem solid var(--accent); outline-offset: 0.125rem; }
.pin {
  margin: 1.5rem 0;
  padding: 1rem;
  border: 1px dashed var(--field);
  border-radius: 0.5rem;
  font: 600 clamp(1.5rem, 9vw, 2.25rem)/1.2 ui-monospace, monospace;
  letter-spacing: 0.12em;
  text-indent: 0.12em;
  text-align: center;
  user-select: all;
}
main > :last-child { margin-bottom: 0; }
`
