import { useQuery } from '@tanstack/react-query'

import { type User, emailKey } from '#domain/account/account.ts'

import { leaveDeleted } from './forget-person.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote, Note } from '../ui/note.tsx'
import { TextField } from '../ui/text-field.tsx'
import { EXPORT_LINK } from './download-export.ts'
import { useDeleteAccount, waysInQuery } from './queries.ts'
import { useAccountForm } from './use-account-form.ts'
import * as words from './words.ts'

const EMPTY = { email: '', password: '' }

type Props = { user: User; open: boolean; onClose: () => void }

export function DeleteAccountDialog({ user, open, onClose }: Props) {
  const { data: waysIn } = useQuery({ ...waysInQuery, enabled: open })
  const hasPassword = waysIn?.password ?? true
  const { type, field, submit, failure, isPending } = useAccountForm(
    EMPTY,
    (fields) => checkFields(fields, user, hasPassword),
    useDeleteAccount(),
    () => leaveDeleted(user.id),
  )
  const close = () => {
    type(EMPTY)
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={words.deleteAccount} width="categories">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Note tone="warn" title={words.cannotUndo}>
          {words.whatIsDeleted}{' '}
          <a {...EXPORT_LINK} className="rounded-xs underline underline-offset-2">
            {words.exportFirst}
          </a>
        </Note>
        <FailureNote message={failure} />
        <TextField
          label={words.typeToConfirm(user.email)}
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
        />
        {hasPassword && (
          <PasswordField label={words.password} {...field('password')} autoComplete="current-password" />
        )}
        <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1">
          <Button onClick={close}>{words.cancel}</Button>
          <SubmitButton variant="danger" pending={isPending} pendingLabel={words.deletingAccount}>
            {words.deleteAccount}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

function checkFields(
  { email, password }: typeof EMPTY,
  user: User,
  hasPassword: boolean,
): Partial<typeof EMPTY> {
  const faults: Partial<typeof EMPTY> = {}
  if (emailKey(email) !== emailKey(user.email)) faults.email = words.wrongEmail
  if (hasPassword && !password) faults.password = words.passwordMissing
  return faults
}
