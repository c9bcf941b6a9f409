import { resolve } from 'node:path'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings of a process. What is `undefined` was not given and follows from something known later. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly sandboxPort: number
  /** What clients call, without a slash at the end. */
  readonly publicUrl: string | undefined
  readonly sandboxPublicUrl: string | undefined
  /** An absolute path. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly demo: boolean | undefined
  /** The factor on all rate limits; `null` turns them off. */
  readonly rateLimits: number | null
  readonly operatorToken: string | undefined
  readonly logLevel: LogLevel
  readonly work: boolean
}

/** Settings that cannot be used: one line per fault, each fit to be shown to the operator. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** What a setting allows, in words, and how its text is read; `undefined` from `read` is a fault. */
interface Kind<T> {
  readonly allowed: string
  read(text: string): T | undefined
  /** What a fault may show of the given text where it could hold a secret. */
  show?(text: string): string
}

const port: Kind<number> = {
  allowed: 'a whole number from 0 to 65535',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
}

const host: Kind<string> = {
  allowed: 'an IP address or a host name, without a port',
  read: (text) =>
    /^([\w.-]+|[\da-fA-F:.]*:[\da-fA-F:.]*(%[\w.-]+)?)$/.test(text) && !/^[^:]+:\d*$/.test(text) ? text : undefined,
}

const onOff: Kind<boolean> = {
  allowed: '"on" or "off"',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

const rateLimits: Kind<number | null> = {
  allowed: '"on", "off" or a positive factor such as 10 or 0.5',
  read(text) {
    if (text === 'off') return null
    if (text === 'on') return 1
    const factor = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
    return factor > 0 && Number.isFinite(factor) ? factor : undefined
  },
}

const logLevel: Kind<LogLevel> = {
  allowed: logLevels.map((level) => `"${level}"`).join(', '),
  read: (text) => logLevels.find((level) => level === text),
}

const operatorToken: Kind<string> = {
  allowed: 'at least 16 visible ASCII characters without spaces',
  read: (text) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined),
  show: (text) => `${text.length} characters`,
}

const directory: Kind<string> = {
  allowed: 'a path',
  read: (text) => (text.includes('\0') ? undefined : resolve(text)),
}

const publicUrl: Kind<string> = {
  allowed: 'an http:// or https:// URL without user, query or fragment, such as https://ads.example.org',
  read(text) {
    const url = URL.parse(text)
    if (!url || !/^https?:\/\//i.test(text) || url.username || url.password || /[?#]/.test(text)) return undefined
    return url.origin + url.pathname.replace(/\/+$/, '')
  },
  show: withoutPassword,
}

function serviceUrl(...schemes: string[]): Kind<string> {
  return {
    allowed: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    read: (text) =>
      schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text) ? text : undefined,
    show: withoutPassword,
  }
}

/** A URL's scheme and place; a text that is no URL is not shown, since any part of it could be the password. */
function withoutPassword(text: string): string {
  const url = URL.parse(text)
  if (!url) return 'something that is no URL'
  return JSON.stringify(`${url.protocol}//${url.host}${url.pathname}`)
}

/** Reads one setting after the other and gathers the faults. An empty value is as good as none. */
function reader(env: Readonly<Record<string, string | undefined>>) {
  const faults: string[] = []

  function fault(name: string, given: string, allowed: string): void {
    faults.push(`${name}: given ${given}, allowed is ${allowed}`)
  }

  function optional<T>(name: string, kind: Kind<T>): T | undefined {
    const text = env[name]?.trim()
    if (!text) return undefined
    const value = kind.read(text)
    if (value === undefined) fault(name, kind.show?.(text) ?? JSON.stringify(text), kind.allowed)
    return value
  }

  function defaulted<T>(name: string, kind: Kind<T>, other: T): T {
    const value = optional(name, kind)
    return value === undefined ? other : value
  }

  return { faults, fault, optional, defaulted }
}

/** The settings from the environment, or a {@link ConfigError} with everything that is wrong with them. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { faults, fault, optional, defaulted } = reader(env)
  const config: Config = {
    host: defaulted('HOST', host, '127.0.0.1'),
    port: defaulted('PORT', port, 8012),
    sandboxPort: defaulted('SANDBOX_PORT', port, 8013),
    publicUrl: optional('PUBLIC_URL', publicUrl),
    sandboxPublicUrl: optional('SANDBOX_PUBLIC_URL', publicUrl),
    dataDir: defaulted('DATA_DIR', directory, resolve('.data')),
    databaseUrl: optional('DATABASE_URL', serviceUrl('postgres', 'postgresql')),
    redisUrl: optional('REDIS_URL', serviceUrl('redis', 'rediss')),
    demo: optional('DEMO', onOff),
    rateLimits: defaulted('RATE_LIMITS', rateLimits, 1),
    operatorToken: optional('OPERATOR_TOKEN', operatorToken),
    logLevel: defaulted('LOG_LEVEL', logLevel, 'info'),
    work: defaulted('WORK', onOff, true),
  }
  if (config.port === config.sandboxPort && config.port !== 0) {
    fault('SANDBOX_PORT', JSON.stringify(String(config.sandboxPort)), 'another port than PORT')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}
