import { expect, it } from 'vitest';
import { headerText } from '../../../core/notification/header-text.ts';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it.each([
  ['plain', 'plain'],
  ['=?utf-8?Q?caf=C3=A9_au_lait?=', 'café au lait'],
  ['=?UTF-8?b?8J+YgA==?=', '😀'],
  ['=?iso-8859-1*de?q?Gr=F6=DFe?=', 'Größe'],
  ['a =?utf-8?q?b?= c', 'a b c'],
  ['=?utf-8?q?a?= =?utf-8?q?b?=', 'ab'],
  ['=?utf-8?B?8J+Y?=\r\n =?utf-8?B?gA==?=', '😀'],
  ['=?utf-8?q?a?= =?latin1?q?=E9?=', 'aé'],
  ['=?klingon?q?=C3=A9?=', 'é'],
  ['=?utf-8?q?=ff?=', '\uFFFD'],
  ['=?utf-8?q?=zz?=', '=zz'],
  ['=?utf-8?x?a?=', '=?utf-8?x?a?='],
  ['=?broken', '=?broken'],
  [latin1('Größe 😀'), 'Größe 😀'],
  ['caf\u00e9', 'caf\u00e9'],
  ['caf\u00e9 \u20ac', 'caf\u00e9 \u20ac'],
  [`${latin1('é')}\u0141`, `${latin1('é')}\u0141`],
])('reads the header value %j as %j', (value, text) => {
  expect(headerText(value)).toBe(text);
});
