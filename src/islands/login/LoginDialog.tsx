// The sign-in dialog: opens on the app-wide event. Its form is loaded when it first opens.
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenLogin } from '../../stores/kernel/modals.ts'
import { island } from '../island.tsx'
import { Late, latePart } from '../late-part.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const LoginForm = latePart(() => import('./LoginForm.tsx'), 'LoginForm')

function LoginDialogView(): ReactElement {
  const { t } = useTranslation('login')
  const [open, setOpen] = useState(false)

  useEffect(() => onOpenLogin(() => setOpen(true)), [])

  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('title')}>
      <Late skeleton={<Skeleton width="100%" height={320} />}>
        <LoginForm />
      </Late>
    </Dialog>
  )
}

export const LoginDialog = island(LoginDialogView, { broken: 'nothing' })
