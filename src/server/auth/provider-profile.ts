import { EMAIL_LENGTH_MAX, PERSON_NAME_LENGTH_MAX } from '#domain/account/account.ts'
import { cleanName, codePoints, cutTo, isStorable, isVisible } from '#domain/text.ts'

/** The provider's claims that an account stores. */
export type ProviderProfile = {
  /** The email is for display only: it neither identifies a person nor receives mail. */
  email: string
  firstName: string | null
  lastName: string | null
}

/**
 * Reads a provider's untrusted claims. Truncates long values and drops invalid ones. Ignores `picture`, because neither the
 * pages nor the server may load it.
 * @param claims the claims of OpenID Connect Core 1.0, section 5.1; `sub` is always present
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

/** Returns the email or, without one, another name of the person, so that every account has a label. */
function readLabel(claims: Readonly<Record<string, unknown>>): string {
  const labels = [claims['email'], claims['preferred_username'], claims['sub']]
  return labels.map((label) => readText(label, EMAIL_LENGTH_MAX)).find((label) => label !== null) ?? ''
}

function readText(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return null
  // Truncating first avoids processing a huge string.
  const text = cutTo(max, cleanName(value.slice(0, max * 4).toWellFormed()), codePoints).trim()
  return isVisible(text) ? text : null
}
