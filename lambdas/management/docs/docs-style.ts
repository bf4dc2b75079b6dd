/** Plain, in the colours of the system. */
export const DOCS_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
code, pre, textarea { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow: auto; max-height: 30rem; padding: .75rem; border: 1px solid GrayText; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
nav a { margin-right: .75rem; }
label, small { display: block; }
input, textarea { box-sizing: border-box; width: 100%; padding: .4rem; }
button { padding: .4rem 1rem; }
.operation { border-top: 1px solid GrayText; padding: .5rem 0; }
.operation > summary { cursor: pointer; overflow-wrap: anywhere; }
.operation > summary span { display: block; padding-left: 1rem; }
.response { margin-left: 1rem; }
b.get { color: light-dark(#0550ae, #79c0ff); }
b.post { color: light-dark(#116329, #7ee787); }
b.put, b.patch { color: light-dark(#7d4e00, #e3b341); }
b.delete { color: light-dark(#a40e26, #ff7b72); }
`;
