// Takes the place of the main button of a game that staff switched off.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'

export function OffButton({ className }: { className?: string | undefined }): ReactElement {
  const { t } = useTranslation('shell')
  return (
    <Button size="l" icon="clock" className={className} disabled>
      {t('off.button')}
    </Button>
  )
}
