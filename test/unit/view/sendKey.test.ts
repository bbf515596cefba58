import assert from 'node:assert/strict';
import type { KeyPress } from '../../../webview-ui/features/composer/sendKey.ts';
import { isSendKey } from '../../../webview-ui/features/composer/sendKey.ts';

const enter: KeyPress = {
  key: 'Enter',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
};

describe('isSendKey', () => {
  const cases: readonly (readonly [string, Partial<KeyPress>, enter: boolean, ctrlEnter: boolean])[] = [
    ['Enter', {}, true, false],
    ['Ctrl+Enter', { ctrlKey: true }, true, true],
    ['Cmd+Enter', { metaKey: true }, true, true],
    ['Shift+Enter', { shiftKey: true }, false, false],
    ['Alt+Enter', { altKey: true }, false, false],
    ['Enter of an input method', { isComposing: true }, false, false],
    ['Ctrl+Enter of an input method', { isComposing: true, ctrlKey: true }, false, false],
    ['a letter', { key: 'a' }, false, false],
  ];
  for (const [name, press, withEnter, withCtrlEnter] of cases) {
    it(`says for ${name}: ${withEnter} where Enter sends, ${withCtrlEnter} where Ctrl+Enter does`, () => {
      assert.equal(isSendKey({ ...enter, ...press }, 'enter'), withEnter);
      assert.equal(isSendKey({ ...enter, ...press }, 'ctrlEnter'), withCtrlEnter);
    });
  }
});
