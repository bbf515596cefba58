import type { JsonObject, JsonValue } from '../../../shared/base/json.ts';
import { compileForm, fieldsOf, requiredFieldsOf } from './formSchema.ts';
import type { Elicitation, ElicitationAnswer, HostHandlers } from './hostHandlers.ts';

/**
 * Answers forms without a person: each field gets the default of its schema, whatever kind of field it is, and a form
 * is declined when a required field has none or the defaults do not fit the form. Addresses are not served.
 */
export const elicitationDefaults: NonNullable<HostHandlers['elicitation']> = {
  modes: ['form'],
  elicit: async (request) => answerWithDefaults(request),
};

async function answerWithDefaults(request: Elicitation): Promise<ElicitationAnswer> {
  if (request.mode !== 'form') return { action: 'decline' };
  const { requestedSchema } = request;
  const content = defaultsOf(requestedSchema);
  if (requiredFieldsOf(requestedSchema).some((name) => !Object.hasOwn(content, name))) return { action: 'decline' };
  const check = await compileForm(requestedSchema);
  return check(content) === undefined ? { action: 'accept', content } : { action: 'decline' };
}

function defaultsOf(requestedSchema: JsonObject): JsonObject {
  const withDefault = fieldsOf(requestedSchema).flatMap(([name, field]): [string, JsonValue][] =>
    field['default'] === undefined ? [] : [[name, field['default']]],
  );
  return Object.fromEntries(withDefault);
}
