import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    restoreMocks: true,
    // The default leaves one core idle, which on a machine of two is half of it.
    maxWorkers: '100%',
  },
})
