import { type Environment, Mistake, type Read, isPlaceholder, isSet, missingOf } from '../settings.ts'

/** A bucket of an S3-compatible store that keeps the files in the place of the data folder. */
export type BucketSettings = {
  name: string
  /** What the names of all files in it begin with: '' or a text that ends with a slash. */
  prefix: string
  /** The address of the store, without a slash at its end; the bucket is a path below it. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const URL_NAME = 'ATTACHMENTS_URL'
const KEY_NAME = 'ATTACHMENTS_ACCESS_KEY_ID'
const SECRET_NAME = 'ATTACHMENTS_SECRET_ACCESS_KEY'
const TOGETHER = [URL_NAME, KEY_NAME, SECRET_NAME]

/** The region that stores without regions are asked in. */
const REGION_DEFAULT = 'us-east-1'

const SAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1'

/** The bucket that the settings name; null when they name none. */
export function readBucket(env: Environment, read: Read): BucketSettings | null {
  const place = read<BucketPlace | null>(URL_NAME, null, parseBucketUrl)
  const accessKeyId = read(KEY_NAME, '', parseKeyId)
  const secretAccessKey = read(SECRET_NAME, '', parseSecretKey)
  return place && isBucketSet(env) ? { ...place, accessKeyId, secretAccessKey } : null
}

/** Half a bucket is a mistake: files would go where nobody looks for them. */
export function missingBucket(env: Environment): string[] {
  return isBucketSet(env) ? missingOf(env, TOGETHER) : []
}

function isBucketSet(env: Environment): boolean {
  return TOGETHER.some((name) => isSet(env, name))
}

type BucketPlace = Omit<BucketSettings, 'accessKeyId' | 'secretAccessKey'>

/** What was given is printed in parts only: somebody may have put a key into it. */
function parseBucketUrl(text: string): BucketPlace {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) {
    throw new Mistake(`it is not an address such as ${SAMPLE}. Correct it, or unset it to use DATA_DIR.`)
  }
  const known = new Set(['endpoint', 'region'])
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new Mistake(`it has a part "${unknown}" that nobody knows. Use ${[...known].join(' and ')} alone.`)
  }
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region')
  return {
    name: parseBucketName(url.hostname),
    prefix: parsePrefix(url.pathname),
    region: parseRegion(region ?? (endpoint ? REGION_DEFAULT : '')),
    endpoint: endpoint ? parseEndpoint(endpoint) : `https://s3.${region}.amazonaws.com`,
  }
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
function parseBucketName(text: string): string {
  if (/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text)) return text
  throw new Mistake(`"${text}" is not the name of a bucket. Use 3 to 63 small letters, digits, - and dots.`)
}

function parsePrefix(path: string): string {
  const prefix = path.replace(/^\/+|\/+$/g, '')
  if (/^[\w.-]*(\/[\w.-]+)*$/.test(prefix)) return prefix && `${prefix}/`
  throw new Mistake(`"${prefix}" cannot stand before the names of files. Use letters, digits, - _ . and /.`)
}

function parseRegion(text: string): string {
  if (/^[a-z\d-]+$/i.test(text)) return text
  if (text === '') {
    throw new Mistake('it names neither an endpoint nor a region. Add ?region=… for Amazon, or ?endpoint=….')
  }
  throw new Mistake(`"${text}" is not a region. Use one such as ${REGION_DEFAULT}.`)
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
  if (isPlain) return url.href.replace(/\/+$/, '')
  throw new Mistake('its endpoint is not an http or https address, such as https://s3.example.com.')
}

function parseKeyId(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new Mistake('it has characters that no key has. Use the one your store gave to this server.')
}

/** What was given is never printed. */
function parseSecretKey(text: string): string {
  if (!isPlaceholder(text)) return text
  throw new Mistake('it is a placeholder anybody can guess. Use the one your store gave to this server.')
}
