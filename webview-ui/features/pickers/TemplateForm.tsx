import type { ReactElement } from 'react';
import { useMemo, useState } from 'react';
import { messageOf } from '../../../src/shared/base/messageOf.ts';
import type { ResourceEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import { expandTemplate } from '../../../src/shared/protocol/catalogRequests.ts';
import { useRequest } from '../../bridge/useRequest.ts';
import { text } from '../../text.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import type { CompletionSource } from './useCompletion.ts';

interface TemplateFormProps {
  readonly template: ResourceEntry;
  readonly onBack: () => void;
  readonly onExpanded: (uri: string) => void;
}

/** The variables of a resource template. None is required: RFC 6570 leaves out what is undefined. */
export function TemplateForm({ template, onBack, onExpanded }: TemplateFormProps): ReactElement {
  const request = useRequest();
  const [error, setError] = useState<string>();
  const { server, uri } = template;
  const source = useMemo<CompletionSource>(() => ({ server, ref: { type: 'template', uri } }), [server, uri]);
  const title = template.title ?? template.name;

  const expand = async (values: Record<string, string>): Promise<void> => {
    try {
      const expanded = await request(expandTemplate, { template: uri, values }).result;
      onExpanded(expanded.uri);
    } catch (failure) {
      setError(text('requestFailed', { message: messageOf(failure) }));
    }
  };
  return (
    <ArgumentForm
      label={text('fillTemplate', { template: title })}
      title={title}
      description={[uri, template.description].filter((part) => part !== undefined).join(' – ')}
      arguments={template.variables.map((name) => ({ name, isRequired: false }))}
      source={source}
      submitLabel={text('attachIt')}
      error={error}
      onBack={onBack}
      onSubmit={(values) => void expand(values)}
    />
  );
}
