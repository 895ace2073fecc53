import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    restoreMocks: true,
    // Each file cleans up after itself; loading the server anew for each would take half the time.
    isolate: false,
    // The default leaves one core idle, which on a machine of two is half of it.
    maxWorkers: '100%',
  },
})
