import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'

import { readEntrance } from '../boot/entrance.ts'
import { LOGIN } from '../boot/paths.ts'
import { whoIsSignedIn } from './sender.ts'
import { useOutboxState } from './use-outbox.ts'
import { errorText } from '../sync/error-text.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PasswordField } from '../auth/password-field.tsx'
import { useSignIn, userQuery } from '../auth/queries.ts'
import { openSignInWindow } from '../auth/sign-in-window.ts'
import * as words from '../auth/words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Called with the id of the page's account. */
  onSignedIn: (userId: string) => void
}

const FORM = 'sign-in-again'

/** Signs in to the page's account again after its session ended. The page stays unchanged. */
export function SignInAgain({ open, onClose, onSignedIn }: Props) {
  const { data: user } = useQuery(userQuery)
  const { provider } = readEntrance()
  const { data: isOnlyProvider } = useQuery({
    queryKey: ['only provider'],
    queryFn: findOnlyProvider,
    enabled: open && provider !== undefined,
  })
  const isOther = useOutboxState().lock === 'other account'
  const form = useSignInForm(user?.id, user?.email, onSignedIn)
  if (!user) return null
  const close = () => {
    form.clear()
    onClose()
  }
  const failure = form.failure ?? (isOther ? words.otherAccount(user.email) : null)
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.signInAgain}
      width="categories"
      subtitle={<p className="mt-1 text-label text-fg-2">{words.textIsKept}</p>}
      footer={
        <DialogFooter>
          <Button onClick={close}>{words.notNow}</Button>
          {!isOnlyProvider && (
            <SubmitButton form={FORM} pending={form.isPending} pendingLabel={words.signingIn}>
              {words.signIn}
            </SubmitButton>
          )}
        </DialogFooter>
      }
    >
      <form id={FORM} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FailureNote message={failure} />
        <TextField
          label={words.email}
          readOnly
          name="email"
          type="email"
          autoComplete="username"
          value={user.email}
        />
        {!isOnlyProvider && (
          <PasswordField
            label={words.password}
            error={form.error}
            data-autofocus
            name="password"
            autoComplete="current-password"
            value={form.password}
            onChange={(event) => form.type(event.target.value)}
          />
        )}
        {provider && (
          <Button icon={<KeyRound size={16} />} onClick={openSignInWindow}>
            {words.continueWith(provider)}
          </Button>
        )}
      </form>
    </Dialog>
  )
}

function useSignInForm(userId = '', email = '', onSignedIn: Props['onSignedIn']) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string | null>(null)
  const { mutate, isPending } = useSignIn()
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password')
    const focus = () => field instanceof HTMLElement && field.focus()
    if (isPending) return
    setFailure(null)
    setError(password ? undefined : words.passwordMissing)
    if (!password) return focus()
    mutate(
      { email, password },
      {
        onSuccess: ({ id }) => {
          setPassword('')
          // The account may have been deleted and recreated with the same email.
          if (id === userId) onSignedIn(id)
          else setFailure(words.otherAccount(email))
        },
        onError: (error) => {
          setFailure(errorText(error))
          focus()
        },
      },
    )
  }
  const type = (text: string) => {
    setPassword(text)
    setError(undefined)
  }
  const clear = () => {
    type('')
    setFailure(null)
  }
  return { password, error, failure, isPending, submit, type, clear }
}

/** Returns whether this server has no password sign-in. If so, its sign-in page redirects to the provider. */
async function findOnlyProvider(): Promise<boolean> {
  if ((await whoIsSignedIn()) !== '') return false
  return (await fetch(LOGIN, { redirect: 'manual' })).type === 'opaqueredirect'
}
