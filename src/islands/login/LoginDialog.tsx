// The sign-in dialog: opens on the app-wide event. Its form is loaded when it first opens.
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenLogin } from '../../stores/kernel/modals.ts'
import { island } from '../island.tsx'
import { Late, latePart } from '../late-part.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The height of the form, between that of its languages: taller on a phone, where its lines wrap. */
const FORM_HEIGHT = 'clamp(368px, 419px - 4vw, 403px)'

const LoginForm = latePart(() => import('./LoginForm.tsx'), 'LoginForm')

function LoginDialogView(): ReactElement {
  const { t } = useTranslation('login')
  const [open, setOpen] = useState(false)

  useEffect(() => onOpenLogin(() => setOpen(true)), [])

  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('title')}>
      <Late skeleton={<Skeleton width="100%" height={FORM_HEIGHT} />}>
        <LoginForm />
      </Late>
    </Dialog>
  )
}

export const LoginDialog = island(LoginDialogView, { broken: 'nothing' })
