import { PasswordField } from '../auth/password-field.tsx'
import { formErrorText } from '../sync/error-text.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/note.tsx'
import { type WaysIn, useLink, useUnlink } from './queries.ts'
import { useAccountForm } from './use-account-form.ts'
import * as words from './words.ts'

type Props = { waysIn: WaysIn; provider: string; open: boolean; onClose: () => void }

export function LinkDialog({ waysIn, provider, open, onClose }: Props) {
  const Content = waysIn.linked ? Linked : NotLinked
  return (
    <Dialog open={open} onClose={onClose} title={words.signInWith(provider)} width="categories">
      <Content provider={provider} onClose={onClose} />
    </Dialog>
  )
}

type PartProps = Pick<Props, 'provider' | 'onClose'>

function Linked({ provider, onClose }: PartProps) {
  const { mutate, isPending, error } = useUnlink(provider)
  return (
    <div className="flex flex-col gap-4">
      <FailureNote message={formErrorText(error)} />
      <p className="text-body text-fg-2">{words.linked(provider)}</p>
      <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1">
        <Button onClick={onClose}>{words.close}</Button>
        <Button
          variant="danger-ghost"
          pending={isPending}
          onClick={() => mutate(undefined, { onSuccess: onClose })}
        >
          {words.unlink(provider)}
        </Button>
      </div>
    </div>
  )
}

/** Asks for the password, so that only the owner can add a sign-in method. */
function NotLinked({ provider, onClose }: PartProps) {
  const { field, submit, failure, isPending } = useAccountForm(
    { password: '' },
    ({ password }) => (password ? {} : { password: words.passwordMissing }),
    useLink(),
    ({ url }) => window.location.assign(url),
  )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FailureNote message={failure} />
      <p className="text-body text-fg-2">{words.notLinked(provider)}</p>
      <PasswordField label={words.password} {...field('password')} autoComplete="current-password" />
      <div className="flex justify-end gap-2 max-sm:[&>button]:min-h-11 max-sm:[&>button]:flex-1">
        <Button onClick={onClose}>{words.cancel}</Button>
        <SubmitButton pending={isPending} pendingLabel={words.linking}>
          {words.link(provider)}
        </SubmitButton>
      </div>
    </form>
  )
}
