// The buttons over the texts: they act on the text that was worked on last.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import type { TextAct } from '../../parts/text-editor.ts'
import { withTexts } from '../../session/language.ts'
import type { NewEntryProps } from './NewEntryDialog.tsx'
import type { PictureDialogProps } from './PictureDialog.tsx'
import styles from './words.module.css'

// The dialogs are loaded when one is opened.
const LinkDialog = lazy(async () => ({ default: (await import('./LinkDialog.tsx')).LinkDialog }))

const NewEntryDialog = lazy(async () => ({ default: (await import('./NewEntryDialog.tsx')).NewEntryDialog }))

const PictureDialog = lazy(
  withTexts(['officePictures'], async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog })),
)

type DialogName = 'link' | 'entry' | 'picture'

interface ToolbarProps extends Pick<NewEntryProps, 'texts' | 'onAdd'>, Pick<PictureDialogProps, 'caret'> {
  /** The texts of all pages, which links lead to. */
  pages: Readonly<Record<string, string>>
  isLocked: boolean
  /** Acts on the text that was worked on last. */
  onAct: (act: TextAct) => void
  selection: () => string
  onPicture: PictureDialogProps['onAdd']
}

export function Toolbar(props: ToolbarProps): ReactElement {
  const { texts, caret, pages, isLocked, onAct, onAdd, onPicture, selection } = props
  const { t } = useTranslation('officeWords')
  const [open, setOpen] = useState<DialogName | null>(null)
  // A dialog stays when it closes: it keeps what was typed, and the browser returns the focus to the button.
  const [opened, setOpened] = useState<readonly DialogName[]>([])
  const show = (name: DialogName): void => {
    setOpened((before) => [...before, name])
    setOpen(name)
  }
  const close = (): void => setOpen(null)
  const table = `| ${t('sample.column')} | ${t('sample.column')} |\n| --- | --- |\n| ${t('sample.cell')} | ${t('sample.cell')} |`
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <Button icon="plus" disabledReason={isLocked ? t('locked') : undefined} onClick={() => show('entry')}>
        {t('add-entry')}
      </Button>
      <Button
        disabledReason={isLocked ? t('locked') : undefined}
        onClick={() => onAct({ kind: 'around', before: '**', after: '**', sample: t('sample.bold') })}
      >
        {t('bold')}
      </Button>
      <Button icon="link" disabledReason={isLocked ? t('locked') : undefined} onClick={() => show('link')}>
        {t('link.open')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => show('picture')}>
        {t('picture')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'lines', mark: '- ' })}>
        {t('list')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'block', text: table })}>
        {t('table')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'lines', mark: '> ' })}>
        {t('note')}
      </Button>
      <Suspense fallback={null}>
        {opened.includes('link') ? (
          <LinkDialog
            open={open === 'link'}
            pages={pages}
            selection={selection}
            onClose={close}
            onChoose={(href, words) => {
              close()
              onAct({ kind: 'around', before: '[', after: `](${href})`, sample: words })
            }}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {opened.includes('picture') ? (
          <PictureDialog
            open={open === 'picture'}
            texts={texts}
            caret={caret}
            onClose={close}
            onAdd={(...made) => {
              close()
              onPicture(...made)
            }}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {opened.includes('entry') ? (
          <NewEntryDialog
            open={open === 'entry'}
            texts={texts}
            onClose={close}
            onAdd={(entries) => {
              close()
              onAdd(entries)
            }}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
