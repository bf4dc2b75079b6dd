/** For a phone first; follows the colours that the person chose. */
export const STYLE = `
:root { color-scheme: light dark; --edge: light-dark(#c7ccd4, #444b57); --soft: light-dark(#586174, #a4adbd);
  --page: light-dark(#f4f5f7, #14171c); --card: light-dark(#ffffff, #1d2129); --text: light-dark(#1a1f29, #eef0f4);
  --main: light-dark(#1f5fd6, #7fb0ff); --on-main: light-dark(#ffffff, #0c1626);
  --danger: light-dark(#b3261e, #ff9d94); --on-danger: light-dark(#ffffff, #330906); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: .75rem; padding: 1.25rem; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.3; overflow-wrap: anywhere; }
.soft { color: var(--soft); margin: 0 0 1rem; overflow-wrap: anywhere; }
.question { margin: 0 0 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { margin: 0 0 1rem; padding: .75rem 1rem; border-left: .25rem solid var(--main); background: var(--page);
  overflow-wrap: anywhere; white-space: pre-wrap; }
.problem { border-left-color: var(--danger); }
form { display: grid; gap: .75rem; }
label { font-weight: 600; }
textarea { width: 100%; min-height: 6rem; padding: .625rem; font: inherit; color: inherit; background: var(--page);
  border: 1px solid var(--soft); border-radius: .5rem; }
button { min-height: 3rem; padding: .625rem 1rem; font: inherit; font-weight: 600; color: inherit; cursor: pointer;
  background: transparent; border: 1px solid var(--soft); border-radius: .5rem; overflow-wrap: anywhere; }
button.primary { background: var(--main); border-color: var(--main); color: var(--on-main); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
a { color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
`;
