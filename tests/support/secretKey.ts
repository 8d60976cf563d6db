/** The key that tests and the servers that they start keep secrets with. */
export const TEST_KEY = 'a-key-for-tests-alone-of-more-than-32-letters';
