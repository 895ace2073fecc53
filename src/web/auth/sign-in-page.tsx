import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import type { Entrance } from '#domain/account/account.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'

import { useDocumentTitle } from '../ui/document-title.ts'
import { HOME, PROVIDER } from '../boot/paths.ts'
import { ButtonLink, SubmitButton } from '../ui/button.tsx'
import { focusInput } from '../ui/input.tsx'
import { Logo } from '../ui/logo.tsx'
import { FailureNote } from '../ui/note.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { AccountMode } from './account-fields.ts'
import { PasswordField } from './password-field.tsx'
import { useAccountForm } from './use-account-form.ts'
import * as words from './words.ts'

/** Signs in by password or through the provider, and creates accounts when sign-ups are open. */
export function SignInPage({ entrance }: { entrance: Entrance }) {
  const { user, signups, provider, failure } = entrance
  const [mode, setMode] = useState<AccountMode>('sign-in')
  const title = user ? words.notLinked : mode === 'sign-in' ? words.signIn : words.createAccount
  const hasPasswords = !user && !failure?.onlyProvider
  useDocumentTitle(title)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-100 flex-col justify-center px-4 py-12">
      <a
        href={HOME}
        aria-label={words.product}
        className="mb-7 flex w-fit items-center gap-2.5 rounded-sm touch:min-h-10"
      >
        <Logo />
        <span className="text-[17px] leading-6 font-[620] tracking-[-0.015em]">{words.product}</span>
      </a>
      <h1 className="sr-only">{title}</h1>
      {hasPasswords && <PasswordWay mode={mode} onMode={setMode} signups={signups} failure={failure} />}
      {!hasPasswords && failure && <FailureNote message={failure.message} />}
      {hasPasswords && provider && (
        <div className="my-5 flex items-center gap-3 text-meta text-fg-3">
          <span aria-hidden="true" className="flex-1 border-t border-line-2" />
          {words.or}
          <span aria-hidden="true" className="flex-1 border-t border-line-2" />
        </div>
      )}
      {user ? (
        <ButtonLink href={HOME} variant="primary" className={`mt-5 ${TALL}`}>
          {words.backToTasks}
        </ButtonLink>
      ) : (
        provider && (
          <ButtonLink
            href={PROVIDER}
            icon={<KeyRound size={16} />}
            className={`${TALL} ${hasPasswords ? '' : 'mt-5'}`}
          >
            <span className="min-w-0 truncate">{words.continueWith(provider)}</span>
          </ButtonLink>
        )
      )}
      <p className="mt-6 text-center text-meta text-fg-3">{words.storedHere}</p>
    </main>
  )
}

type PasswordWayProps = {
  mode: AccountMode
  onMode: (mode: AccountMode) => void
  signups: boolean
  failure: Entrance['failure']
}

function PasswordWay({ mode, onMode, signups, failure }: PasswordWayProps) {
  const form = useAccountForm(mode, failure?.message)
  const changeMode = (next: AccountMode) => {
    form.forgetErrors()
    onMode(next)
  }
  return (
    <>
      {signups && (
        <div className="mb-5">
          <Segmented
            size="lg"
            label={words.modes}
            value={mode}
            onChange={changeMode}
            options={MODES}
            disabled={form.pending}
          />
        </div>
      )}
      <AccountForm mode={mode} form={form} />
    </>
  )
}

const TALL = 'h-10 text-body!'

type FormState = ReturnType<typeof useAccountForm>

function AccountForm({ mode, form }: { mode: AccountMode; form: FormState }) {
  const creating = mode === 'create'
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FailureNote message={form.failure} />
      <TextField
        label={words.email}
        error={form.errors.email}
        ref={focusInput}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        value={form.fields.email}
        onChange={(event) => form.type('email', event.target.value)}
        className="h-10"
      />
      <PasswordField
        label={words.password}
        error={form.errors.password}
        hint={creating && !form.errors.password && PASSWORD_HINT}
        name="password"
        autoComplete={creating ? 'new-password' : 'current-password'}
        value={form.fields.password}
        onChange={(event) => form.type('password', event.target.value)}
        className="h-10"
      />
      {creating && (
        <div className="grid gap-4 xs:grid-cols-2 xs:gap-3">
          {NAMES.map(({ name, ...rest }) => (
            <TextField
              key={name}
              {...rest}
              optional
              name={name}
              error={form.errors[name]}
              value={form.fields[name]}
              onChange={(event) => form.type(name, event.target.value)}
              className="h-10"
            />
          ))}
        </div>
      )}
      <SubmitButton
        pending={form.pending}
        pendingLabel={creating ? words.creatingAccount : words.signingIn}
        className={TALL}
      >
        {creating ? words.createAccount : words.signIn}
      </SubmitButton>
    </form>
  )
}

const NAMES = [
  { name: 'firstName', label: words.firstName, autoComplete: 'given-name' },
  { name: 'lastName', label: words.lastName, autoComplete: 'family-name' },
] as const

const MODES = [
  { value: 'sign-in', label: words.signIn },
  { value: 'create', label: words.createAccount },
] as const

const PASSWORD_HINT = words.passwordHint(PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX)
