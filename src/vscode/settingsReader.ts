import * as vscode from 'vscode';
import type { PermissionMode, PermissionRule } from '../core/permissionRule.ts';
import type { ProviderSettings, Settings } from '../core/settings.ts';
import { defaultSettings } from '../core/settings.ts';

const section = 'patchbay';

/** Reads the settings afresh; the manifest holds the same defaults and limits as `defaultSettings`. */
export function readSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration(section);
  const read = <T>(key: string, fallback: T): T => configuration.get<T>(key) ?? fallback;
  const seconds = (key: string, fallbackMs: number): number => read(key, fallbackMs / 1000) * 1000;
  return {
    model: read('model', defaultSettings.model),
    providers: read<Record<string, ProviderSettings>>('providers', {}),
    permissionMode: read<PermissionMode>('permissions.mode', defaultSettings.permissionMode),
    permissionRules: read<PermissionRule[]>('permissions.rules', []),
    autoConnect: read('mcp.autoConnect', defaultSettings.autoConnect),
    requestTimeoutMs: seconds('mcp.timeout', defaultSettings.requestTimeoutMs),
    connectTimeoutMs: seconds('mcp.connectTimeout', defaultSettings.connectTimeoutMs),
    maxParallelConnects: read('mcp.maxParallelConnects', defaultSettings.maxParallelConnects),
    inlineChars: read('results.inlineChars', defaultSettings.inlineChars),
    inlineBytes: read('results.inlineBytes', defaultSettings.inlineBytes),
    mentionMaxChars: read('mentions.maxChars', defaultSettings.mentionMaxChars),
    maxRounds: read('agent.maxRounds', defaultSettings.maxRounds),
    systemPrompt: read('agent.systemPrompt', defaultSettings.systemPrompt),
    compactAtPercent: read('context.compactAtPercent', defaultSettings.compactAtPercent),
    artifactsQuotaMb: read('artifacts.quotaMb', defaultSettings.artifactsQuotaMb),
    offersSkills: read('skills.offerToModel', defaultSettings.offersSkills),
  };
}

/** How the composer sends. */
export function readSendOn(): 'enter' | 'ctrlEnter' {
  return vscode.workspace.getConfiguration(section).get<'enter' | 'ctrlEnter'>('ui.sendOn') ?? 'enter';
}

/** Chooses a model for every window. */
export async function writeModel(model: string): Promise<void> {
  await vscode.workspace.getConfiguration(section).update('model', model, vscode.ConfigurationTarget.Global);
}

/** Fires when a setting of ours changed. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}
