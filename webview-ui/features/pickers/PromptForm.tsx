import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import { runPrompt } from '../../../src/shared/protocol/turnRequests.ts';
import { useRequest } from '../../bridge/useRequest.ts';
import type { PromptForm as OpenedForm } from '../../panels.tsx';
import { text } from '../../text.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import type { CompletionSource } from './useCompletion.ts';

interface PromptFormProps {
  readonly form: OpenedForm;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The arguments of a prompt. Running it starts a turn; whatever is in the way of that is said here. */
export function PromptForm({ form, onBack, onClose }: PromptFormProps): ReactElement {
  const request = useRequest();
  const [error, setError] = useState<string>();
  const { prompt, command } = form;
  const { server, name } = prompt;
  const source = useMemo<CompletionSource>(() => ({ server, ref: { type: 'prompt', name } }), [server, name]);
  const title = prompt.title ?? name;

  const run = async (values: Record<string, string>): Promise<void> => {
    try {
      const outcome = await request(runPrompt, { server, name, values, command }).result;
      switch (outcome.status) {
        case 'started':
        case 'queued':
        case 'done':
          return onClose();
        case 'needsArguments':
          return setError(text('fieldsMissing', { names: outcome.missing.join(', ') }));
        case 'rejected':
          return setError(outcome.message);
      }
    } catch (failure) {
      setError(text('requestFailed', { message: messageOf(failure) }));
    }
  };
  return (
    <ArgumentForm
      label={text('fillPrompt', { prompt: title })}
      title={title}
      description={prompt.description}
      arguments={prompt.arguments}
      source={source}
      initialValues={form.values}
      submitLabel={text('run')}
      error={error}
      onBack={onBack}
      onSubmit={(values) => void run(values)}
    />
  );
}
