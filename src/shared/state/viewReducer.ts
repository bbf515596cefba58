import { reduceThread } from '../thread/threadReducer.ts';
import type { ViewAction } from './viewAction.ts';
import type { ViewState } from './viewState.ts';

/** Applies one action; the same function runs in the extension host and in the view. */
export function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.type) {
    case 'thread/opened':
      return { ...state, thread: action.thread };
    case 'thread/advanced': {
      const thread = reduceThread(state.thread, action.event);
      return thread === state.thread ? state : { ...state, thread };
    }
    case 'servers/changed':
      return { ...state, servers: action.servers, configIssues: action.configIssues };
    case 'servers/updated': {
      const updated = new Map(action.servers.map((server) => [server.name, server]));
      return { ...state, servers: state.servers.map((server) => updated.get(server.name) ?? server) };
    }
    case 'model/changed':
      return { ...state, model: action.model };
    case 'draft/changed':
      return { ...state, draft: action.draft };
    case 'sendOn/changed':
      return { ...state, sendOn: action.sendOn };
  }
}
