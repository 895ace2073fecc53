import { type SyntheticEvent, useState } from 'react'

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, type User, passwordChangeSchema } from '#domain/account.ts'

import { PasswordInput } from '../auth/password-input.tsx'
import { showToast } from '../toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { failureOf, issuesOf, messagesByPath } from './messages-by-path.ts'
import { useChangePassword } from './queries.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

/** Changes the password, which signs out every other browser. */
export function PasswordDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { mutate, isPending, error, reset } = useChangePassword()
  const type = (change: Partial<typeof EMPTY>) => {
    setTyped({ ...typed, ...change })
    setFaults({})
    reset()
  }
  const close = () => {
    type(EMPTY)
    onClose()
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const found = checkTyped(typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    mutate(typed, {
      onSuccess: () => {
        close()
        showToast({ title: 'Password changed', text: 'Your other browsers were signed out.' })
      },
    })
  }
  const errors = { ...issuesOf(error), ...faults }
  const failure = failureOf(error)
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Change password"
      width="categories"
      confirmDiscard={typed.newPassword !== ''}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure && (
          <Note tone="danger" role="alert">
            {failure}
          </Note>
        )}
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <Field label="Current password" error={errors['currentPassword']}>
          {(ids) => (
            <PasswordInput
              {...ids}
              autoComplete="current-password"
              value={typed.currentPassword}
              onChange={(event) => type({ currentPassword: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="New password"
          error={errors['newPassword']}
          hint={!errors['newPassword'] && `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`}
        >
          {(ids) => (
            <PasswordInput
              {...ids}
              autoComplete="new-password"
              value={typed.newPassword}
              onChange={(event) => type({ newPassword: event.target.value })}
            />
          )}
        </Field>
        <div className="flex items-center justify-end gap-2 max-sm:[&>button]:min-h-11">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" pending={isPending} pendingLabel="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function checkTyped(typed: typeof EMPTY): Record<string, string> {
  const faults = messagesByPath(passwordChangeSchema.safeParse(typed).error?.issues ?? [])
  if (!typed.currentPassword) faults['currentPassword'] = 'Enter your current password.'
  if (!typed.newPassword) faults['newPassword'] = 'Choose a password.'
  return faults
}
