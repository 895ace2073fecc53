import { type SyntheticEvent, useState } from 'react'

import { type User, passwordChangeSchema } from '#domain/account/account.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'

import { PasswordField } from '../auth/password-field.tsx'
import { formErrorText } from '../sync/error-text.ts'
import { showToast } from '../toasts/toast.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { watchUser } from '../ui/focus-view.ts'
import { FailureNote } from '../ui/note.tsx'
import { showErrors } from '../ui/use-error-focus.ts'
import { issuesOf, messagesByPath } from '../auth/messages-by-path.ts'
import { accountDialog } from './opened-dialog.ts'
import { useChangePassword } from './queries.ts'
import * as words from './words.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

/** Changes the password and signs out every other browser. */
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
    const form = event.currentTarget
    const found = checkTyped(typed)
    if (Object.keys(found).length > 0) return showErrors(form, () => setFaults(found))
    const isBusy = watchUser()
    mutate(typed, {
      onError: () => isBusy() || showErrors(form, () => setFaults({})),
      onSuccess: () => {
        // The user may have closed this dialog and opened another.
        if (accountDialog.get() === 'password') close()
        showToast(words.passwordChanged)
      },
    })
  }
  const errors = { ...issuesOf(error), ...faults }
  const failure = formErrorText(error)
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.changePassword}
      width="categories"
      confirmDiscard={typed.newPassword !== ''}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FailureNote message={failure} />
        {/* Password managers need a username field. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={words.currentPassword}
          error={errors['currentPassword']}
          autoComplete="current-password"
          value={typed.currentPassword}
          onChange={(event) => type({ currentPassword: event.target.value })}
        />
        <PasswordField
          label={words.newPassword}
          error={errors['newPassword']}
          hint={!errors['newPassword'] && words.passwordHint(PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX)}
          autoComplete="new-password"
          value={typed.newPassword}
          onChange={(event) => type({ newPassword: event.target.value })}
        />
        <div className="flex items-center justify-end gap-2 max-sm:[&>button]:min-h-11">
          <Button onClick={close}>{words.cancel}</Button>
          <SubmitButton pending={isPending} pendingLabel={words.changingPassword}>
            {words.changePassword}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

function checkTyped(typed: typeof EMPTY): Record<string, string> {
  const faults = messagesByPath(passwordChangeSchema.safeParse(typed).error?.issues ?? [])
  if (!typed.currentPassword) faults['currentPassword'] = words.currentPasswordMissing
  if (!typed.newPassword) faults['newPassword'] = words.newPasswordMissing
  return faults
}
