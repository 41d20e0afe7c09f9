// The sign-in dialog: opens on the app-wide event, and for a guest on that of the payment dialog, which only players have.
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { delegateDialogOpeners, onOpenLogin, onOpenPayment } from '../../../stores/kernel/modals.ts'
import { hasToken } from '../../../stores/kernel/token-cookie.ts'
import { island } from '../../island.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'

// With the module: a tap that waited for this island comes before its effects.
if (!import.meta.env.SSR) delegateDialogOpeners(document)

function LoginDialogView(): ReactElement {
  const { t } = useTranslation('login')
  const [open, setOpen] = useState(false)

  useEffect(() => onOpenLogin(() => setOpen(true)), [])
  useEffect(() => (hasToken() ? undefined : onOpenPayment(() => setOpen(true))), [])

  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('title')}>
      <LoginForm />
    </Dialog>
  )
}

export const LoginDialog = island(LoginDialogView, { broken: 'nothing' })
