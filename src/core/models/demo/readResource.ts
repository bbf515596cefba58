import type { Behaviour } from './behaviour.ts';
import { noResources } from './listResources.ts';
import { code } from './quote.ts';
import { namedServer } from './namedServer.ts';
import { typedUri } from './typedUris.ts';

/**
 * Reads the resource whose URI a person wrote. The server is the one they named or the only one there is; when it
 * cannot be known, the list of resources tells, and `reportResults` goes on from there.
 */
export const readResource: Behaviour = ({ question, tools }) => {
  const uri = typedUri(question);
  if (uri === undefined) return undefined;
  if (tools.readResource === undefined) return { kind: 'say', text: noResources };
  const only = tools.servers.length === 1 ? tools.servers[0] : undefined;
  const server = namedServer(question, tools.servers) ?? only;
  if (server !== undefined) return { kind: 'call', name: tools.readResource, input: { server_name: server, uri } };
  return tools.listResources === undefined
    ? { kind: 'say', text: `Which server has ${code(uri)}? Write for example ${code(`Read ${uri} from <server>`)}.` }
    : { kind: 'call', name: tools.listResources, input: {} };
};
