import assert from 'node:assert/strict';
import { turnExitCode, turnResult } from '../../../src/cli/turnResult.ts';
import type { ResponsePart, Turn } from '../../../src/shared/thread/threadState.ts';

const roundEnd: ResponsePart = { kind: 'roundEnd' };
const call: ResponsePart = { kind: 'toolCall', call: { id: 'call-1', name: 'fly', status: 'streaming' } };

describe('the result of a turn', () => {
  it('is the text of the last round', () => {
    const turn = aTurn({ parts: [markdown('I will look.'), call, roundEnd, markdown('It is 12.'), roundEnd] });
    assert.deepEqual(turnResult(turn), { type: 'result', status: 'completed', text: 'It is 12.' });
  });

  it('joins the text before and after a call of the same round', () => {
    const turn = aTurn({ parts: [markdown('One '), call, markdown('two.'), roundEnd] });
    assert.equal(turnResult(turn).text, 'One two.');
  });

  it('keeps what was said before a last round that said nothing', () => {
    const turn = aTurn({ parts: [markdown('So far.'), call, roundEnd, call, roundEnd], status: 'maxRounds' });
    const { status, text, error } = turnResult(turn);
    assert.deepEqual([status, text, error?.code], ['max_rounds', 'So far.', 'max_rounds']);
  });

  it('keeps an unfinished answer beside the error', () => {
    const error = { code: 'stream_broken', message: 'The connection ended midway.' };
    const turn = aTurn({ parts: [markdown('Half an')], status: 'failed', error });
    assert.deepEqual(turnResult(turn), { type: 'result', status: 'failed', text: 'Half an', error });
  });

  it('calls an interrupted turn failed', () => {
    assert.equal(turnResult(aTurn({ status: 'interrupted' })).status, 'failed');
  });
});

describe('the exit code of a turn', () => {
  for (const code of ['unreachable', 'unauthorized', 'refused', 'not_found', 'rate_limited', 'overloaded']) {
    it(`is 3 for a model that is ${code}`, () => assert.equal(turnExitCode(aFailedTurn(code)), 3));
  }

  for (const code of ['stream_broken', 'bad_response', 'context_overflow', 'internal']) {
    it(`is 1 for ${code}, where the model was reached`, () => assert.equal(turnExitCode(aFailedTurn(code)), 1));
  }

  it('is 0 for a completed turn', () => assert.equal(turnExitCode(aTurn({})), 0));
  it('is 1 for too many rounds', () => assert.equal(turnExitCode(aTurn({ status: 'maxRounds' })), 1));
  it('is 130 for a stopped turn', () => assert.equal(turnExitCode(aTurn({ status: 'cancelled' })), 130));
});

function aTurn(parts: Partial<Turn>): Turn {
  const empty = { materials: [], skills: [], warnings: [], elicitations: [], parts: [] };
  return { id: 't', startedAt: 0, text: 'Hi', ...empty, status: 'completed', ...parts };
}

function aFailedTurn(code: string): Turn {
  return aTurn({ status: 'failed', error: { code, message: 'Why.' } });
}

function markdown(text: string): ResponsePart {
  return { kind: 'markdown', text };
}
