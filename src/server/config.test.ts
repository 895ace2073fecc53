import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { StartError } from './settings/start-error.ts'

const SECRET = 'kV3nQ8sZ1xT6bL0pR5yH2mW9cJ4gF7dA'
const folder = mkdtempSync(join(tmpdir(), 'tenfold-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
function fileWith(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof StartError) return error.lines
    throw error
  }
}

describe('settings', () => {
  test('default to a server for this machine only', () => {
    expect(readConfig({}, '/srv/tenfold')).toEqual({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/tenfold/data',
      databaseUrl: null,
      signups: true,
      sessionSecret: null,
      trustedProxies: [],
      uploadBytesMax: 25 * 2 ** 20,
      storageBytesMax: 5 * 2 ** 30,
      textBytesMax: 256 * 2 ** 20,
      backups: true,
      backupFolder: '/srv/tenfold/data/backups',
      bucket: null,
      logLevel: 'info',
      metricsToken: null,
      slowStatementMs: 200,
      oidc: null,
    })
  })

  test('can all be set', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '8080',
      BASE_URL: 'https://tasks.example.com',
      DATA_DIR: '/var/lib/tenfold',
      DATABASE_URL: 'postgresql://ada:secret@db/tenfold',
      SIGNUPS: 'closed',
      SESSION_SECRET: SECRET,
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      MAX_UPLOAD_MB: '1.5',
      MAX_STORAGE_MB: '100',
      MAX_TEXT_MB: '0.5',
      BACKUPS: 'off',
      BACKUP_FOLDER: '/mnt/backups',
      ATTACHMENTS_URL: 's3://files/tenfold/a?endpoint=https://s3.example.com&region=eu-1',
      ATTACHMENTS_ACCESS_KEY_ID: 'AKIA5',
      ATTACHMENTS_SECRET_ACCESS_KEY: SECRET,
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: SECRET,
      SLOW_STATEMENT_MS: '50',
      OIDC_ISSUER: 'https://id.example.com/realms/home',
      OIDC_CLIENT_ID: 'tenfold',
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_NAME: 'Keycloak',
    }
    expect(readConfig(env)).toEqual({
      host: '0.0.0.0',
      port: 8080,
      baseUrl: 'https://tasks.example.com',
      dataDir: '/var/lib/tenfold',
      databaseUrl: 'postgresql://ada:secret@db/tenfold',
      signups: false,
      sessionSecret: SECRET,
      trustedProxies: ['10.0.0.0/8', '::1'],
      uploadBytesMax: 1_572_864,
      storageBytesMax: 104_857_600,
      textBytesMax: 524_288,
      backups: false,
      backupFolder: '/mnt/backups',
      bucket: {
        name: 'files',
        prefix: 'tenfold/a/',
        endpoint: 'https://s3.example.com',
        region: 'eu-1',
        accessKeyId: 'AKIA5',
        secretAccessKey: SECRET,
      },
      logLevel: 'silent',
      metricsToken: SECRET,
      slowStatementMs: 50,
      oidc: {
        issuer: 'https://id.example.com/realms/home',
        clientId: 'tenfold',
        clientSecret: SECRET,
        name: 'Keycloak',
      },
    })
  })

  test('are trimmed, and empty settings count as unset', () => {
    const config = readConfig({ PORT: ' 8080 ', HOST: '', SESSION_SECRET: '', SESSION_SECRET_FILE: ' ' })
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', sessionSecret: null })
  })

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:3000'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ HOST: '[::1]' }, 'http://[::1]:3000'],
    [{ HOST: 'fe80::1%eth0' }, 'http://[fe80::1]:3000'],
    [{ HOST: 'box.lan', PORT: '80' }, 'http://box.lan'],
    [{ BASE_URL: 'https://tasks.example.com/' }, 'https://tasks.example.com'],
    [{ BASE_URL: 'http://tasks.example.com:8080' }, 'http://tasks.example.com:8080'],
  ])('%j has the local address %s', (env, baseUrl) => {
    expect(readConfig(env).baseUrl).toBe(baseUrl)
  })

  test('accept a secret from a file', () => {
    const file = fileWith('secret', `${SECRET}\n`)
    expect(readConfig({ SESSION_SECRET_FILE: file }).sessionSecret).toBe(SECRET)
  })
})

const A_HOST = 'an address or host name. Use one such as 127.0.0.1 or 0.0.0.0.'

describe('mistakes', () => {
  test.each([
    ['PORT', '0', 'PORT: "0" is not a port. Use a whole number from 1 to 65535.'],
    ['PORT', '65536', 'PORT: "65536" is not a port. Use a whole number from 1 to 65535.'],
    ['PORT', '80.5', 'PORT: "80.5" is not a port. Use a whole number from 1 to 65535.'],
    ['PORT', '0x50', 'PORT: "0x50" is not a port. Use a whole number from 1 to 65535.'],
    ['PORT', '-1', 'PORT: "-1" is not a port. Use a whole number from 1 to 65535.'],
    ...['http://0.0.0.0', '10.0.0.300'].map((host) => ['HOST', host, `HOST: "${host}" is not ${A_HOST}`]),
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/33',
      'TRUSTED_PROXIES: "10.0.0.0/33" is not an address or range. Use a list such as 10.0.0.0/8, 192.168.1.5.',
    ],
    [
      'TRUSTED_PROXIES',
      '127.0.0.1,nginx',
      'TRUSTED_PROXIES: "nginx" is not an address or range. Use a list such as 10.0.0.0/8, 192.168.1.5.',
    ],
    ['BACKUPS', 'no', 'BACKUPS: "no" is not valid. Use on or off.'],
    ['SIGNUPS', 'no', 'SIGNUPS: "no" is not valid. Use open or closed.'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL: "loud" is not a log level. Use one of trace, debug, info, warn, error, fatal, silent.',
    ],
  ])('%s=%s', (name, value, line) => {
    expect(mistakesOf({ [name]: value })).toEqual([line])
  })

  test.each(['mysql://u:secret@db/tenfold', 'postgres://u:secret@db', 'postgres://u:secret@db:x/tenfold'])(
    'DATABASE_URL=%s is rejected, and its password is not printed',
    (value) => {
      expect(mistakesOf({ DATABASE_URL: value })).toEqual([
        'DATABASE_URL: the value is not an address such as postgres://user:password@localhost:5432/tenfold. Correct it, or unset it to use SQLite.',
      ])
    },
  )

  test.each(['0', '-1', '1e3', 'many', '0.0000001', '9999999999999'])('MAX_UPLOAD_MB=%s', (value) => {
    expect(mistakesOf({ MAX_UPLOAD_MB: value })).toEqual([
      `MAX_UPLOAD_MB: "${value}" is not a size. Use a number of megabytes above 0, such as 25.`,
    ])
  })

  test.each([
    'tasks.example.com',
    'ftp://tasks.example.com',
    'https://example.com/tasks',
    'https://example.com?x',
    'https://me:secret@example.com',
    'javascript:alert(1)',
  ])('BASE_URL=%s', (value) => {
    expect(mistakesOf({ BASE_URL: value })).toEqual([
      `BASE_URL: "${value.replace('me:secret', '…')}" is not an http or https address without a path. Use one such as https://tasks.example.com.`,
    ])
  })

  test.each([
    'changeme',
    'changeme-changeme-changeme-changeme-1',
    'replace-this-with-a-long-random-text!!',
    'a'.repeat(64),
    '0123'.repeat(16),
    SECRET.slice(1),
  ])('SESSION_SECRET=%s is rejected and not printed', (value) => {
    const lines = mistakesOf({ SESSION_SECRET: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^SESSION_SECRET: (the value has|anyone) .* unset it to have one generated\.$/)
    expect(lines[0]).not.toContain(value)
  })

  test('include setting both a secret and a file for it', () => {
    const file = fileWith('both', SECRET)
    expect(mistakesOf({ SESSION_SECRET: SECRET, SESSION_SECRET_FILE: file })).toEqual([
      'SESSION_SECRET: SESSION_SECRET_FILE is also set. Unset one of them.',
    ])
  })

  test('include a missing or empty secret file', () => {
    const missing = join(folder, 'missing')
    const empty = fileWith('empty', '\n')
    expect(mistakesOf({ SESSION_SECRET_FILE: missing })).toEqual([
      `SESSION_SECRET_FILE: the file ${missing} cannot be read (ENOENT). Set it to a readable file.`,
    ])
    expect(mistakesOf({ SESSION_SECRET_FILE: empty })).toEqual([
      `SESSION_SECRET_FILE: the file ${empty} is empty. Write the value into it.`,
    ])
  })

  test('are all reported together', () => {
    const env = { PORT: 'x', SIGNUPS: 'x', LOG_LEVEL: 'x', OIDC_ISSUER: 'x', BASE_URL: 'x' }
    const named = mistakesOf(env).map((line) => line.split(':')[0])
    expect(named).toEqual([
      'PORT',
      'BASE_URL',
      'SIGNUPS',
      'LOG_LEVEL',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
    ])
  })
})

describe('a bucket', () => {
  const BUCKET = {
    ATTACHMENTS_URL: 's3://files?endpoint=http://minio:9000',
    ATTACHMENTS_ACCESS_KEY_ID: 'tenfold',
    ATTACHMENTS_SECRET_ACCESS_KEY: SECRET,
  }
  const TOGETHER = Object.keys(BUCKET).join(', ')

  test.each([
    ['s3://files?endpoint=http://minio:9000', ['', 'http://minio:9000', 'us-east-1']],
    [
      's3://files/?endpoint=https://x.supabase.co/storage/v1/s3/',
      ['', 'https://x.supabase.co/storage/v1/s3', 'us-east-1'],
    ],
    [
      's3://files/a/b/?region=eu-central-1',
      ['a/b/', 'https://s3.eu-central-1.amazonaws.com', 'eu-central-1'],
    ],
    [
      's3://files?region=auto&endpoint=https://1.r2.cloudflarestorage.com',
      ['', 'https://1.r2.cloudflarestorage.com', 'auto'],
    ],
  ])('at %s is read with its prefix, endpoint and region', (url, [prefix, endpoint, region]) => {
    const { bucket } = readConfig({ ...BUCKET, ATTACHMENTS_URL: url })
    expect(bucket).toMatchObject({ name: 'files', prefix, endpoint, region })
  })

  test('accepts its secret from a file', () => {
    const { ATTACHMENTS_SECRET_ACCESS_KEY: secret, ...rest } = BUCKET
    const env = { ...rest, ATTACHMENTS_SECRET_ACCESS_KEY_FILE: fileWith('bucket-secret', `${secret}\n`) }
    expect(readConfig(env).bucket?.secretAccessKey).toBe(SECRET)
  })

  test.each([
    ['files', /^the value is not a URL such as s3:/],
    ['https://files', /^the value is not a URL/],
    ['s3://me:hunter2@files?region=x', /^the value is not a URL/],
    ['s3://files:9000?region=x', /^the value is not a URL/],
    ['s3://files#hunter2', /^the value is not a URL/],
    ['s3://Files?region=x', /^"Files" is not a bucket name/],
    ['s3://a?region=x', /^"a" is not a bucket name/],
    ['s3://files/with%20blank?region=x', /^"with%20blank" is not a valid prefix/],
    ['s3://files//?region=x', null],
    ['s3://files', /^the URL has no endpoint and no region/],
    ['s3://files?region=x%20y', /^"x y" is not a region/],
    ['s3://files?endpoint=minio:9000', /^the endpoint is not an http or https URL/],
    ['s3://files?endpoint=https://me:hunter2@minio', /^the endpoint is not an http or https URL/],
    ['s3://files?endpoint=https://minio/?key=hunter2', /^the endpoint is not an http or https URL/],
    ['s3://files?region=x&secret=hunter2', /^the URL has an unknown parameter "secret"/],
  ])('with ATTACHMENTS_URL=%s is accepted or rejected with a reason', (url, reason) => {
    const lines = mistakesOf({ ...BUCKET, ATTACHMENTS_URL: url })
    expect(lines).toHaveLength(reason ? 1 : 0)
    const [line = ''] = lines
    if (reason) expect(line.replace('ATTACHMENTS_URL: ', '')).toMatch(reason)
    expect(line).not.toContain('hunter2')
  })

  test.each([
    [
      { ATTACHMENTS_URL: BUCKET.ATTACHMENTS_URL },
      ['ATTACHMENTS_ACCESS_KEY_ID', 'ATTACHMENTS_SECRET_ACCESS_KEY'],
    ],
    [{ ...BUCKET, ATTACHMENTS_URL: '' }, ['ATTACHMENTS_URL']],
    [{ ...BUCKET, ATTACHMENTS_SECRET_ACCESS_KEY: ' ' }, ['ATTACHMENTS_SECRET_ACCESS_KEY']],
  ])('with %j is incomplete', (env, missing) => {
    expect(mistakesOf(env)).toEqual(
      missing.map((name) => `${name}: missing. Set ${TOGETHER} together, or none of them.`),
    )
  })

  test('7: with a placeholder as its secret is rejected, and the secret is not printed', () => {
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    expect(mistakesOf({ ...BUCKET, ATTACHMENTS_SECRET_ACCESS_KEY: secret })).toEqual([
      'ATTACHMENTS_SECRET_ACCESS_KEY: anyone can guess this placeholder. Use the key your store issued for this server.',
    ])
  })

  test('with a key that does not fit into a header is rejected', () => {
    expect(mistakesOf({ ...BUCKET, ATTACHMENTS_ACCESS_KEY_ID: 'a b' })).toEqual([
      'ATTACHMENTS_ACCESS_KEY_ID: the key has characters that are not allowed. Use the key your store issued for this server.',
    ])
  })
})

describe('a provider', () => {
  const PROVIDER = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'tenfold',
    OIDC_CLIENT_SECRET: SECRET,
  }

  test('is named after its host if no name is set', () => {
    expect(readConfig(PROVIDER).oidc?.name).toBe('id.example.com')
  })

  test('accepts its secret from a file', () => {
    const { OIDC_CLIENT_SECRET: secret, ...rest } = PROVIDER
    const env = { ...rest, OIDC_CLIENT_SECRET_FILE: fileWith('client-secret', `${secret}\n`) }
    expect(readConfig(env).oidc?.clientSecret).toBe(SECRET)
  })

  test.each([
    'http://localhost:8080',
    'http://127.0.0.1:8080/realms/home',
    'http://[::1]',
    'http://id.localhost',
  ])('on this machine works without https: %s', (issuer) => {
    expect(readConfig({ ...PROVIDER, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
  })

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'ftp://localhost',
    'https://id.example.com/?realm=home',
    'https://id.example.com/#home',
    'https://id.example.com/.well-known/openid-configuration',
    'javascript:alert(1)',
  ])('with OIDC_ISSUER=%s is rejected', (issuer) => {
    expect(mistakesOf({ ...PROVIDER, OIDC_ISSUER: issuer })).toEqual([
      `OIDC_ISSUER: "${issuer}" is not an https issuer address. Use the one from your provider, such as https://id.example.com/realms/home, without /.well-known/.`,
    ])
  })

  test('with a password in its address is rejected, and the password is not printed', () => {
    const [line] = mistakesOf({ ...PROVIDER, OIDC_ISSUER: 'https://me:hunter2@id.example.com' })
    expect(line).toMatch(/^OIDC_ISSUER: "https:\/\/…@id\.example\.com" is not/)
  })

  test.each([
    [{ OIDC_NAME: 'Keycloak' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    [{ OIDC_ISSUER: PROVIDER.OIDC_ISSUER }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
    [{ ...PROVIDER, OIDC_CLIENT_ID: ' ' }, ['OIDC_CLIENT_ID']],
    [{ ...PROVIDER, OIDC_CLIENT_SECRET: '' }, ['OIDC_CLIENT_SECRET']],
  ])('with %j is incomplete', (env, missing) => {
    expect(mistakesOf(env)).toEqual(
      missing.map(
        (name) =>
          `${name}: missing. Set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together, or none of them.`,
      ),
    )
  })

  test('7: with a placeholder as its secret is rejected', () => {
    expect(mistakesOf({ ...PROVIDER, OIDC_CLIENT_SECRET: 'changeme' })).toEqual([
      'OIDC_CLIENT_SECRET: anyone can guess this placeholder. Use the client secret from your provider.',
    ])
  })

  test('with a name too long for a button is rejected', () => {
    expect(mistakesOf({ ...PROVIDER, OIDC_NAME: 'x'.repeat(41) })).toEqual([
      'OIDC_NAME: the name is too long. Use at most 40 characters.',
    ])
  })
})
