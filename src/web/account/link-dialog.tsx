import { type SyntheticEvent, useState } from 'react'

import { PasswordInput } from '../auth/password-input.tsx'
import { showToast } from '../toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { failureOf, issuesOf } from './messages-by-path.ts'
import { type WaysIn, useLink, useUnlink } from './queries.ts'

type Props = { waysIn: WaysIn; provider: string; open: boolean; onClose: () => void }

/** Lets the account be entered through the provider too, or no longer. */
export function LinkDialog({ waysIn, provider, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`Sign in with ${provider}`} width="categories">
      {waysIn.linked ? (
        <Linked provider={provider} onClose={onClose} />
      ) : (
        <NotLinked provider={provider} onClose={onClose} />
      )}
    </Dialog>
  )
}

type PartProps = Pick<Props, 'provider' | 'onClose'>

function Linked({ provider, onClose }: PartProps) {
  const { mutate, isPending, error } = useUnlink()
  const failure = failureOf(error)
  const unlink = () =>
    mutate(undefined, {
      onSuccess: () => {
        onClose()
        showToast({ title: 'Unlinked', text: `${provider} no longer opens this account.` })
      },
    })
  return (
    <div className="flex flex-col gap-4">
      {failure && (
        <Note tone="danger" role="alert">
          {failure}
        </Note>
      )}
      <p className="text-body text-fg-2">You can sign in to this account with {provider}.</p>
      <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11">
        <Button onClick={onClose}>Close</Button>
        <Button variant="danger-ghost" pending={isPending} onClick={unlink}>
          Unlink {provider}
        </Button>
      </div>
    </div>
  )
}

/** The password proves that it is the owner who opens another way in. */
function NotLinked({ provider, onClose }: PartProps) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutate, isPending, isSuccess, error, reset } = useLink()
  const failure = failureOf(error)
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || isSuccess) return
    setFault(password ? undefined : 'Enter your password.')
    if (password) mutate(password, { onSuccess: ({ url }) => window.location.assign(url) })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure && (
        <Note tone="danger" role="alert">
          {failure}
        </Note>
      )}
      <p className="text-body text-fg-2">
        You go to {provider} once, and from then on can sign in to this account with it as well.
      </p>
      <Field label="Password" error={fault ?? issuesOf(error)['password']}>
        {(ids) => (
          <PasswordInput
            {...ids}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setFault(undefined)
              reset()
            }}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending || isSuccess} pendingLabel="Linking...">
          Link {provider}
        </Button>
      </div>
    </form>
  )
}
