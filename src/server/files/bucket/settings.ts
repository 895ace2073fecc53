import {
  type Environment,
  Mistake,
  type Read,
  isPlaceholder,
  isSet,
  missingOf,
} from '../../settings/settings.ts'

/** A bucket of an S3-compatible store, which stores the files instead of the data folder. */
export type BucketSettings = {
  name: string
  /** The prefix of all object names: empty or with a slash at the end. */
  prefix: string
  /** The address of the store, without a slash at the end. The bucket is a path below it. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const URL_NAME = 'ATTACHMENTS_URL'
const KEY_NAME = 'ATTACHMENTS_ACCESS_KEY_ID'
const SECRET_NAME = 'ATTACHMENTS_SECRET_ACCESS_KEY'
const TOGETHER = [URL_NAME, KEY_NAME, SECRET_NAME]

/** The region for stores without regions. */
const REGION_DEFAULT = 'us-east-1'

const SAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1'

export function readBucket(env: Environment, read: Read): BucketSettings | null {
  const place = read<BucketPlace | null>(URL_NAME, null, parseBucketUrl)
  const accessKeyId = read(KEY_NAME, '', parseKeyId)
  const secretAccessKey = read(SECRET_NAME, '', parseSecretKey)
  return place && isBucketSet(env) ? { ...place, accessKeyId, secretAccessKey } : null
}

/** Reports a partly configured bucket, because files would otherwise be stored in the data folder. */
export function missingBucket(env: Environment): string[] {
  return isBucketSet(env) ? missingOf(env, TOGETHER) : []
}

function isBucketSet(env: Environment): boolean {
  return TOGETHER.some((name) => isSet(env, name))
}

type BucketPlace = Omit<BucketSettings, 'accessKeyId' | 'secretAccessKey'>

/** Errors quote only parts of the value, because it may contain a key. */
function parseBucketUrl(text: string): BucketPlace {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) {
    throw new Mistake(`the value is not a URL such as ${SAMPLE}. Correct it, or unset it to use DATA_DIR.`)
  }
  const known = new Set(['endpoint', 'region'])
  const unknown = [...url.searchParams.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new Mistake(`the URL has an unknown parameter "${unknown}". Use only ${[...known].join(' and ')}.`)
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
  throw new Mistake(`"${text}" is not a bucket name. Use 3 to 63 lowercase letters, digits, - and dots.`)
}

function parsePrefix(path: string): string {
  const prefix = path.replace(/^\/+|\/+$/g, '')
  if (/^[\w.-]*(\/[\w.-]+)*$/.test(prefix)) return prefix && `${prefix}/`
  throw new Mistake(`"${prefix}" is not a valid prefix. Use letters, digits, - _ . and /.`)
}

function parseRegion(text: string): string {
  if (/^[a-z\d-]+$/i.test(text)) return text
  if (text === '') {
    throw new Mistake('the URL has no endpoint and no region. Add ?region=… for Amazon, or ?endpoint=….')
  }
  throw new Mistake(`"${text}" is not a region. Use a name such as ${REGION_DEFAULT}.`)
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === url.origin + url.pathname
  if (isPlain) return url.href.replace(/\/+$/, '')
  throw new Mistake('the endpoint is not an http or https URL such as https://s3.example.com.')
}

function parseKeyId(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new Mistake(
    'the key has characters that are not allowed. Use the key your store issued for this server.',
  )
}

/** Errors don't include the value, which is a secret. */
function parseSecretKey(text: string): string {
  if (!isPlaceholder(text)) return text
  throw new Mistake('anyone can guess this placeholder. Use the key your store issued for this server.')
}
