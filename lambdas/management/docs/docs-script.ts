/** Runs in the browser: finds operations, and sends what the forms say. What comes back is shown as text. */
export const DOCS_SCRIPT = `'use strict';
const byId = (id) => document.getElementById(id);

byId('find').addEventListener('input', ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const operation of document.querySelectorAll('.operation')) {
    const text = operation.firstElementChild.textContent.toLowerCase();
    operation.hidden = !text.includes(wanted);
  }
});

const openNamed = () => {
  const named = byId(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
};
addEventListener('hashchange', openNamed);
openNamed();

for (const form of document.forms) form.addEventListener('submit', (event) => {
  event.preventDefault();
  send(form);
});

async function send(form) {
  const answer = form.querySelector('.answer');
  answer.hidden = false;
  answer.textContent = 'One moment…';
  try {
    const response = await fetch(addressOf(form), requestOf(form));
    const lines = [response.status + ' ' + response.statusText];
    for (const [name, value] of response.headers) lines.push(name + ': ' + value);
    answer.textContent = lines.join('\\n') + '\\n\\n' + (await textOf(response));
  } catch (error) {
    answer.textContent = 'No answer came. Is the router running, and are you online?';
  }
}

function addressOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace('{' + input.name + '}', encodeURIComponent(input.value));
    if (input.dataset.in === 'query' && input.value !== '') query.set(input.name, input.value);
  }
  return path + (query.size === 0 ? '' : '?' + query);
}

function requestOf(form) {
  const headers = new Headers();
  for (const input of form.querySelectorAll('input[data-in="header"]')) {
    if (input.value !== '') headers.set(input.name, input.value);
  }
  const credential = byId('credential').value.trim();
  if (credential !== '' && !headers.has('authorization')) headers.set('authorization', 'Bearer ' + credential);
  const body = form.elements.namedItem('body');
  if (body === null) return { method: form.dataset.method, headers };
  headers.set('content-type', body.dataset.type);
  return { method: form.dataset.method, headers, body: body.value };
}

const STREAM_MS = 10000;

async function textOf(response) {
  if (!(response.headers.get('content-type') || '').startsWith('text/event-stream')) {
    const text = await response.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  setTimeout(() => reader.cancel(), STREAM_MS);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text;
}
`;
