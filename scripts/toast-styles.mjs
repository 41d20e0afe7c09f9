// The style sheet of messages comes with the first of them. It gives names to the whole page (:root), and what does that later restyles
// the whole page, in the middle of whatever moves: its names are kept to the place of the messages.

/**
 * A Vite plugin that keeps react-toastify's custom properties to its own container.
 *
 * @returns {import('vite').Plugin}
 */
export function toastStyles() {
  return {
    name: 'toast-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const sheet of Object.values(bundle)) {
          if (sheet.type !== 'asset' || !sheet.fileName.endsWith('.css')) continue
          const text = sheet.source.toString()
          if (text.includes('--toastify-')) sheet.source = text.replaceAll(':root', '.Toastify__toast-container')
        }
      },
    },
  }
}
