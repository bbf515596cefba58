import * as vscode from 'vscode';
import type { Snippet } from '../../core/threads/textMatch.ts';
import type { ThreadSummary } from '../../core/threads/threadSummary.ts';
import type { ThreadsPort } from '../../core/threads/threadsPort.ts';
import { scheduleTimeout } from '../../core/base/schedule.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import { DisposableStore } from '../../shared/base/disposable.ts';
import { messageOf } from '../../shared/base/messageOf.ts';
import { plainLabel } from '../plainLabel.ts';

/** What is to be done with a conversation. */
export interface HistoryChoice {
  readonly action: 'open' | 'rename' | 'delete';
  readonly thread: ThreadSummary;
}

type Row = vscode.QuickPickItem & { readonly thread: ThreadSummary };

/** Milliseconds without a key before the conversations are searched. */
const typingPause = 200;

const renameButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename') };
const deleteButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete') };

/** The list of conversations, of this workspace or of all. What is typed is looked for in all that was said. */
export class HistoryPicker {
  readonly #threads: ThreadsPort;
  readonly #workspace: string | undefined;
  readonly #openId: string | undefined;
  #showsAll = false;

  constructor(threads: ThreadsPort, workspace: string | undefined, openId: string | undefined) {
    this.#threads = threads;
    this.#workspace = workspace;
    this.#openId = openId;
  }

  /** Shows the list until something is chosen. Undefined when the person left it. */
  async pick(): Promise<HistoryChoice | undefined> {
    const owned = new DisposableStore();
    const picker = owned.add(vscode.window.createQuickPick<Row>());
    picker.title = vscode.l10n.t('Conversations');
    picker.placeholder = vscode.l10n.t('Search in what was said');
    // Of what is typed, only the list itself is filtered by the editor; what was said is searched here.
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    const load = this.#loader(picker, owned);
    const showButtons = (): void => {
      picker.buttons = [this.#showsAll ? hereButton : everywhereButton];
    };
    showButtons();
    load();
    try {
      return await new Promise<HistoryChoice | undefined>((resolve) => {
        const choose = (action: HistoryChoice['action'], row: Row | undefined): void =>
          resolve(row && { action, thread: row.thread });
        owned.add(picker.onDidChangeValue(load));
        owned.add(
          picker.onDidTriggerButton(() => {
            this.#showsAll = !this.#showsAll;
            showButtons();
            load();
          }),
        );
        owned.add(picker.onDidAccept(() => choose('open', picker.selectedItems[0])));
        owned.add(
          picker.onDidTriggerItemButton(({ item, button }) =>
            choose(button === renameButton ? 'rename' : 'delete', item),
          ),
        );
        owned.add(picker.onDidHide(() => resolve(undefined)));
        picker.show();
      });
    } finally {
      owned.dispose();
    }
  }

  /** Fills the list anew, for what is typed by then; an answer that comes after the next key is thrown away. */
  #loader(picker: vscode.QuickPick<Row>, owned: DisposableStore): () => void {
    let running: AbortController | undefined;
    let timer: Disposable | undefined;
    owned.add({
      dispose: () => {
        running?.abort();
        timer?.dispose();
      },
    });
    const run = async (text: string, signal: AbortSignal): Promise<void> => {
      try {
        const rows = await this.#rows(text, signal);
        if (signal.aborted) return;
        picker.items = rows;
        if (rows.length === 0) picker.placeholder = vscode.l10n.t('There are no conversations yet.');
      } catch (error) {
        if (!signal.aborted) picker.placeholder = messageOf(error);
      } finally {
        if (!signal.aborted) picker.busy = false;
      }
    };
    return () => {
      running?.abort();
      timer?.dispose();
      const controller = new AbortController();
      running = controller;
      picker.busy = true;
      const text = picker.value.trim();
      timer = scheduleTimeout(() => void run(text, controller.signal), text === '' ? 0 : typingPause);
    };
  }

  async #rows(text: string, signal: AbortSignal): Promise<readonly Row[]> {
    const query = this.#showsAll ? {} : { workspace: this.#workspace ?? null };
    if (text === '') return (await this.#threads.list(query)).map((thread) => this.#row(thread));
    const hits = await this.#threads.search({ ...query, text }, signal);
    return hits.map(({ thread, snippet }) => ({
      ...this.#row(thread),
      detail: snippetText(snippet),
      alwaysShow: true,
    }));
  }

  #row(thread: ThreadSummary): Row {
    const { id, title, workspace, updatedAt } = thread;
    const marks = [
      new Date(updatedAt).toLocaleString(),
      ...(id === this.#openId ? [vscode.l10n.t('open')] : []),
      ...(thread.isInterrupted ? [vscode.l10n.t('interrupted')] : []),
      ...(thread.problem === undefined ? [] : [problemInWords(thread.problem)]),
    ];
    return {
      label: plainLabel(title),
      description: marks.join(' · '),
      ...(this.#showsAll && workspace !== undefined && { detail: workspace }),
      buttons: [renameButton, deleteButton],
      thread,
    };
  }
}

const everywhereButton = {
  iconPath: new vscode.ThemeIcon('folder-library'),
  tooltip: vscode.l10n.t('Show the conversations of all workspaces'),
};
const hereButton = {
  iconPath: new vscode.ThemeIcon('folder'),
  tooltip: vscode.l10n.t('Show the conversations of this workspace'),
};

function snippetText({ before, match, after }: Snippet): string {
  return plainLabel(`${before}${match}${after}`.replace(/\s+/gu, ' ').trim());
}

function problemInWords(problem: NonNullable<ThreadSummary['problem']>): string {
  return problem === 'newer_version' ? vscode.l10n.t('written by a newer Patchbay') : vscode.l10n.t('cannot be read');
}
