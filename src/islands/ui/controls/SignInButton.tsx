// The sign-in button.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonLook } from './Button.tsx'

interface SignInButtonProps extends Pick<ButtonLook, 'tone' | 'size'> {
  readonly className?: string | undefined
}

/** Renders a button that opens the sign-in dialog. */
export function SignInButton({ tone, size, className }: SignInButtonProps): ReactElement {
  const { t } = useTranslation('common')
  return (
    <Button tone={tone} size={size} className={className} icon="steam" data-open="login" aria-haspopup="dialog">
      {t('actions.signIn')}
    </Button>
  )
}
