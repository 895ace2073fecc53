import { startFleet } from './fleet.ts'
import { type Accounts, type TestProvider, startOidcProvider } from './oidc-provider.ts'
import { type TestServer, startTestServer } from './server.ts'

/** A story's requirements for its server. Within a worker, stories with the same requirements share a server. */
export type ServerNeeds = {
  /** Environment variables. */
  settings: Record<string, string>
  /** Several servers share one PostgreSQL database behind a proxy; a single one runs on SQLite. */
  count: number
  /** The claims of a provider that the server trusts, or null for none. */
  accounts: Accounts | null
}

/** A running server, and the provider that it trusts. */
export type Kept = { server: TestServer; provider: TestProvider | null }

/** The servers of a worker. */
export type KeptServers = {
  take: (needs: ServerNeeds) => Promise<Kept>
  discardAll: () => Promise<void>
}

const USUAL = JSON.stringify({ settings: {}, count: 1, accounts: null } satisfies ServerNeeds)

/**
 * Returns an empty set of servers. Keeps the default server and the last other one running, because a new worker for
 * each kind of server would also start a browser.
 */
export function keepServers(): KeptServers {
  const kept = new Map<string, Kept>()
  const discard = async (keys: readonly string[]) => {
    for (const key of keys) {
      const { server, provider } = kept.get(key) ?? {}
      kept.delete(key)
      await server?.discard()
      await provider?.close()
    }
  }
  return {
    take: async ({ settings, count, accounts }) => {
      const key = JSON.stringify({ settings, count, accounts } satisfies ServerNeeds)
      const known = kept.get(key)
      if (known) return known
      if (key !== USUAL) await discard([...kept.keys()].filter((other) => other !== USUAL))
      const started = await start({ settings, count, accounts })
      kept.set(key, started)
      return started
    },
    discardAll: () => discard([...kept.keys()]),
  }
}

/** Only unit and route tests hash passwords at the real costs. */
const CHEAP_HASHES = { NODE_OPTIONS: `--import=${new URL('cheap-hashes.ts', import.meta.url).href}` }

async function start({ settings, count, accounts }: ServerNeeds): Promise<Kept> {
  const provider = accounts && (await startOidcProvider(accounts))
  const all = { ...CHEAP_HASHES, ...(provider && settingsOf(provider)), ...settings }
  const server = await (count === 1 ? startTestServer(all) : startFleet(count, all))
  return { server, provider }
}

function settingsOf({ settings }: TestProvider): Record<string, string> {
  const { issuer, clientId, clientSecret, name } = settings
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  }
}
