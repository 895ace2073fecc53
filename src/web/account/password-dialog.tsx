import { type User, passwordChangeSchema } from '#domain/account/account.ts'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#domain/limits.ts'

import { PasswordField } from '../auth/password-field.tsx'
import { showToast } from '../toasts/toast.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/note.tsx'
import { messagesByPath } from '../auth/messages-by-path.ts'
import { accountDialog } from './opened-dialog.ts'
import { useChangePassword } from './queries.ts'
import { useAccountForm } from './use-account-form.ts'
import * as words from './words.ts'

const EMPTY = { currentPassword: '', newPassword: '' }

/** Changes the password and signs out every other browser. */
export function PasswordDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const form = useAccountForm(EMPTY, checkFields, useChangePassword(), () => {
    // The user may have closed this dialog and opened another.
    if (accountDialog.get() === 'password') close()
    showToast(words.passwordChanged)
  })
  const { fields, type, field, submit, failure, isPending } = form
  function close() {
    type(EMPTY)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.changePassword}
      width="categories"
      confirmDiscard={fields.newPassword !== ''}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FailureNote message={failure} />
        {/* Password managers need a username field. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={words.currentPassword}
          {...field('currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          label={words.newPassword}
          {...field('newPassword')}
          hint={!field('newPassword').error && words.passwordHint(PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX)}
          autoComplete="new-password"
        />
        <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1">
          <Button onClick={close}>{words.cancel}</Button>
          <SubmitButton pending={isPending} pendingLabel={words.changingPassword}>
            {words.changePassword}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

function checkFields(fields: typeof EMPTY): Partial<typeof EMPTY> {
  const { error } = passwordChangeSchema.safeParse(fields)
  const faults: Partial<typeof EMPTY> = messagesByPath(error?.issues ?? [])
  if (!fields.currentPassword) faults.currentPassword = words.currentPasswordMissing
  if (!fields.newPassword) faults.newPassword = words.newPasswordMissing
  return faults
}
