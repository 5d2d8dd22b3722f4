/*
 * Crossword helper: a trie of words over a-z, and patterns in which '?' stands for any
 * letter and '*' at the end for any rest. Counts how many words match each
 * pattern.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALPHABET_SIZE 26
#define MAX_WORD 24
#define CHAR_TO_INDEX(c) ((int)(c) - (int)'a')

typedef struct TrieNode {
    struct TrieNode *children[ALPHABET_SIZE];
    int isEndOfWord;   /* how often this word was added */
    int prefixCount;   /* words that pass here */
} TrieNode;

static TrieNode *getNode(void)
{
    TrieNode *node = (TrieNode *)malloc(sizeof(TrieNode));
    int i;

    if (!node) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    for (i = 0; i < ALPHABET_SIZE; i++)
        node->children[i] = NULL;
    node->isEndOfWord = 0;
    node->prefixCount = 0;
    return node;
}

static void insert(TrieNode *root, const char *key)
{
    TrieNode *crawl = root;
    size_t level, length = strlen(key);

    root->prefixCount++;
    for (level = 0; level < length; level++) {
        int index = CHAR_TO_INDEX(key[level]);
        if (!crawl->children[index])
            crawl->children[index] = getNode();
        crawl = crawl->children[index];
        crawl->prefixCount++;
    }
    crawl->isEndOfWord++;
}

static void freeTrie(TrieNode *node)
{
    int i;
    if (!node)
        return;
    for (i = 0; i < ALPHABET_SIZE; i++)
        freeTrie(node->children[i]);
    free(node);
}

/* number of words below this node that match the rest of the pattern */
#pragma regtt traversal
static int countMatches(const TrieNode *node, const char *pattern)
{
    int i, total = 0;

    if (node == NULL)
        return 0;
    if (*pattern == '\0')
        return node->isEndOfWord;
    if (*pattern == '*')
        return node->prefixCount;
    if (*pattern == '?') {
        for (i = 0; i < ALPHABET_SIZE; i++)
            if (node->children[i])
                total += countMatches(node->children[i], pattern + 1);
        return total;
    }
    return countMatches(node->children[CHAR_TO_INDEX(*pattern)], pattern + 1);
}

static unsigned int lcg = 26;
static unsigned int nextRandom(unsigned int n)
{
    lcg = lcg * 22695477u + 1u;
    return (lcg >> 16) % n;
}

/* pronounceable nonsense: consonant, vowel, ... */
static void makeWord(char *word)
{
    static const char consonants[] = "bcdfghjklmnprstvwz";
    static const char vowels[] = "aeiou";
    static const char *prefixes[] = { "un", "re", "over", "inter", "" };
    int i, length = 3 + (int)nextRandom(6);
    int start = (int)nextRandom(2);

    strcpy(word, prefixes[nextRandom(12) < 8 ? 4 : nextRandom(4)]);
    word += strlen(word);
    for (i = 0; i < length; i++)
        word[i] = (i + start) % 2 ? vowels[nextRandom(5)] : consonants[nextRandom(18)];
    word[length] = '\0';
}

static void makePattern(char *pattern, int i)
{
    char *p;

    makeWord(pattern);
    for (p = pattern; *p; p++)
        if (nextRandom(100) < 55)
            *p = '?';
    if (i % 9 == 4)
        pattern[nextRandom((unsigned int)strlen(pattern) + 1)] = '\0';
    if (i % 12 == 7 && strlen(pattern) > 2)
        strcpy(pattern + 2, "*");
}

static void solve(int numWords, int numPatterns)
{
    TrieNode *root = getNode();
    char word[MAX_WORD];
    char (*patterns)[MAX_WORD] = calloc(numPatterns + 1, sizeof *patterns);
    int *result = calloc(numPatterns + 1, sizeof *result);
    unsigned long digest = 0, sum = 0;
    int i;

    for (i = 0; i < numWords; i++) {
        makeWord(word);
        insert(root, word);
        if (i % 25 == 0)
            insert(root, word);
    }
    for (i = 0; i < numPatterns; i++)
        makePattern(patterns[i], i);

#pragma regtt parallel
    for (i = 0; i < numPatterns; i++)
        result[i] = countMatches(root, patterns[i]);

    for (i = 0; i < numPatterns; i++) {
        sum += (unsigned long)result[i];
        digest = (digest * 65599 + (unsigned long)result[i]) & 0xffffffffUL;
        if (i % 35 == 0)
            printf("  %-14s %d\n", patterns[i], result[i]);
    }
    printf("%d words, %d patterns: %lu matches, digest %08lx\n", root->prefixCount, numPatterns, sum, digest);
    freeTrie(root);
    free(patterns);
    free(result);
}

int main(void)
{
    solve(4000, 1200);
    solve(2, 40);
    solve(0, 40);
    solve(100, 0);
    return 0;
}
// RUN: %as-written %s
