import type { FetchLike } from '@modelcontextprotocol/client';
import type { Logger } from '../../base/logger.ts';
import { AddressGuard } from './addressGuard.ts';
import { guardedFetch } from './guardedFetch.ts';
import { SignInRecordStore } from './signInRecord.ts';
import type { RemoteDefinition, SignInOptions } from './signIns.ts';

/** What all steps of signing in to one server work with. */
export class SignInContext {
  readonly definition: RemoteDefinition;
  readonly store: SignInRecordStore;
  readonly guard: AddressGuard;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly logger: Logger;

  constructor(definition: RemoteDefinition, { secrets, environment, home, logger }: SignInOptions) {
    this.definition = definition;
    this.store = new SignInRecordStore(definition, secrets);
    this.guard = guardFor(definition);
    this.environment = environment;
    this.home = home;
    this.logger = logger;
  }

  get server(): string {
    return this.definition.name;
  }

  fetch(signal?: AbortSignal): FetchLike {
    return guardedFetch(this.guard, { signal, environment: this.environment });
  }
}

/** `more` are further addresses that a person or the surface vouches for. */
export function guardFor({ transport }: RemoteDefinition, ...more: readonly string[]): AddressGuard {
  const { authServerMetadataUrl } = transport.oauth;
  const configured = [transport.url, ...(authServerMetadataUrl === undefined ? [] : [authServerMetadataUrl]), ...more];
  return new AddressGuard(configured.filter((address) => URL.canParse(address)).map((address) => new URL(address)));
}
