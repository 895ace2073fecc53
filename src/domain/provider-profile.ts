import { EMAIL_LENGTH_MAX, PERSON_NAME_LENGTH_MAX } from './account.ts'
import { codePoints, isStorable } from './text.ts'

/** What an account keeps of what a provider says of a person. */
export type ProviderProfile = {
  /** Only shown: nobody is told apart by it, and nothing is sent to it. */
  email: string
  firstName: string | null
  lastName: string | null
}

/**
 * Reads the claims of a provider, which may be anything. Texts that are too long are cut, others that cannot be kept are
 * left out. `picture` is not read: no page may show it, and no server shall fetch it.
 * @param claims those of OpenID Connect Core 1.0, section 5.1; `sub` is there always
 */
export function readProviderProfile(claims: Readonly<Record<string, unknown>>): ProviderProfile {
  const firstName = readText(claims['given_name'], PERSON_NAME_LENGTH_MAX)
  const lastName = readText(claims['family_name'], PERSON_NAME_LENGTH_MAX)
  const wholeName = firstName || lastName ? null : readText(claims['name'], PERSON_NAME_LENGTH_MAX)
  return {
    email: readLabel(claims),
    firstName: firstName ?? wholeName,
    lastName,
  }
}

/** The e-mail; where the provider tells none, what else the person is called there, so that no account is nameless. */
function readLabel(claims: Readonly<Record<string, unknown>>): string {
  const labels = [claims['email'], claims['preferred_username'], claims['sub']]
  return labels.map((label) => readText(label, EMAIL_LENGTH_MAX)).find((label) => label !== null) ?? ''
}

function readText(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return null
  const text = value.trim()
  // A code point has one or two units: whatever counts is among these, and a huge text is never walked.
  const start = text.slice(0, max * 2)
  const cut = codePoints(start) > max ? Array.from(start).slice(0, max).join('') : start
  return cut === '' ? null : cut
}
