import { describe, expect, it } from 'vitest';
import { opsgenie } from '../../../../core/notification/dialects/opsgenie.ts';
import { MESSAGE_ID, reading, requestOf } from './reading.ts';

const create = async (body: object | string) => reading(opsgenie, { to: '/v2/alerts', body });

describe('Opsgenie', () => {
  it('creates an alert', async () => {
    const body = {
      message: 'Disk full',
      alias: 'disk',
      description: '/var has 1 % left',
      priority: 'P1',
      tags: ['prod', 'disk'],
      responders: [{ name: 'ops', type: 'team' }, { username: 'ann@example.com' }, { id: '4513' }, { type: 'user' }],
      teams: [{ name: 'db' }],
    };

    expect(await create(body)).toMatchObject({
      title: 'Disk full',
      message: '/var has 1 % left',
      priority: 5,
      tags: ['prod', 'disk', 'ops', 'ann@example.com', '4513', 'db'],
      payload: body,
      about: { key: 'disk', status: 'firing' },
      answer: { status: 202, json: { result: 'Request will be processed', requestId: MESSAGE_ID } },
    });
  });

  it.each(['P1', 'P2', 'P3', 'P4', 'P5'])('turns %s round', async (priority) => {
    expect(await create({ message: 'x', priority })).toMatchObject({ priority: 6 - Number(priority[1]) });
  });

  it('has no message where there is no description, no priority where none is, and the message id for an alias', async () => {
    const read = await create({ message: 'Disk full', tags: 'a', priority: 'high' });

    expect(read).toMatchObject({ title: 'Disk full', message: '', tags: [], about: { key: MESSAGE_ID } });
    expect(read).not.toHaveProperty('priority');
  });

  it.each([
    ['close', { status: 'resolved' }, 'Closed'],
    ['acknowledge', { status: 'acknowledged' }, 'Acknowledged'],
  ])('reads %s, by an alias with slashes, with a note or with nothing', async (action, about, word) => {
    const to = `/v2/alerts/disk/web-1/${action}?identifierType=alias`;

    expect(await reading(opsgenie, { to, body: { note: 'freed 3 GB', user: 'ann' } })).toMatchObject({
      title: `${word}: disk/web-1`,
      message: `${word} by ann: freed 3 GB`,
      about: { key: 'disk/web-1', ...about },
    });
    expect(await reading(opsgenie, { to })).toMatchObject({ message: word });
    expect(await reading(opsgenie, { to: `/v2/alerts/${MESSAGE_ID}/${action}/` })).toMatchObject({
      about: { key: MESSAGE_ID },
    });
  });

  it('reads a note, which changes no alert', async () => {
    const read = await reading(opsgenie, { to: '/v2/alerts/disk/notes', body: { note: 'looking', source: 'api' } });

    expect(read).toMatchObject({ title: 'Note: disk', message: 'Note by api: looking', about: {} });
  });

  it('reads a new message and a new description', async () => {
    const put = async (field: string, body: object) =>
      reading(opsgenie, { method: 'PUT', to: `/v2/alerts/disk/${field}`, body });

    expect(await put('message', { message: 'Fuller' })).toMatchObject({
      title: 'Fuller',
      message: '',
      about: { key: 'disk' },
    });
    expect(await put('description', { description: 'D' })).toMatchObject({ title: 'disk', message: 'D' });
    expect(await put('message', {})).toEqual({ kind: 'invalid', error: 'message can not be empty.' });
  });

  it.each([{}, { message: ' ' }])('requires a message: %j', async (body) => {
    expect(await create(body)).toEqual({ kind: 'invalid', error: 'Message can not be empty.' });
  });

  it('refuses what is no JSON object', async () => {
    expect(await create('oops')).toEqual({ kind: 'invalid', error: 'Invalid JSON body' });
    expect(await reading(opsgenie, { to: '/v2/alerts/a/close', body: '[]' })).toMatchObject({ kind: 'invalid' });
  });

  it('finds a key in its header, in the query and in the body, and masks that', async () => {
    const headers = { authorization: 'GenieKey H' };
    const sent = { to: '/v2/alerts?apiKey=Q', headers, body: { message: 'x', apiKey: 'B' } };

    expect(await reading(opsgenie, sent)).toMatchObject({ keys: ['H', 'Q', 'B'], payload: { apiKey: '••••' } });
  });

  it('answers errors as Opsgenie does', () => {
    const { request } = requestOf(opsgenie, { to: '/v2/alerts' });
    const refused = (status: 400 | 401 | 404, error: string) => opsgenie.refused({ status, error }, request).json;

    expect(refused(401, 'Invalid API key')).toEqual({
      message: 'Could not authenticate',
      took: 0,
      requestId: 'request_1',
    });
    expect(refused(404, 'Not found')).toMatchObject({ message: 'Not found' });
    expect(refused(400, 'Invalid JSON body')).toMatchObject({ message: 'Invalid JSON body' });
    expect(refused(400, 'Message can not be empty.')).toMatchObject({
      message: 'Request body is not processable. Please check the errors.',
      errors: { message: 'Message can not be empty.' },
    });
  });
});
